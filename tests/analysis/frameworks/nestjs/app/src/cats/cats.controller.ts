import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common'
import { Get as Query } from './query'
import { CatsService } from './cats.service'

@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Get()
  findAll() {
    return this.cats.all()
  }

  @Get(':id')
  findOne(@Param('id') id: string) {}

  @Post()
  @HttpCode(204)
  create(@Body() body: unknown) {}

  @Put([':id', 'by-name/:name'])
  change() {}

  helper() {}
}

@Controller({ path: 'dogs', version: '1' })
export class DogsController {
  @Delete('/all')
  remove() {}

  @Query('not a route')
  ask() {}
}

@Controller()
export class RootController {
  @Get()
  root() {}
}
