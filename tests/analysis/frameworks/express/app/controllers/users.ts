import type { Request, Response } from 'express'

export class Users {
  show(req: Request, res: Response) {}

  async create(req: Request, res: Response) {}
}
