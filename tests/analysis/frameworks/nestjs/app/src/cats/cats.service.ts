import { Injectable } from '@nestjs/common'

@Injectable()
export class CatsService {
  all() {
    return []
  }
}
