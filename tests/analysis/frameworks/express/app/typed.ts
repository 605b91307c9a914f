import express, { Application } from 'express'

export class Server {
  private readonly app: express.Express = express()

  constructor() {
    this.app.get('/typed', this.answer)
    configure(this.app)
  }

  answer(req: express.Request, res: express.Response) {}
}

function configure(target: Application) {
  target.post(`/typed/${version}`, save)
}

const save = (req: express.Request, res: express.Response) => {}
const version = 1

it('answers', () => request(app).get('/not/a/route', save))
