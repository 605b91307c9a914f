import { Cron } from '@nestjs/schedule'
import { EventPattern, MessagePattern } from '@nestjs/microservices'
import { OnEvent } from '@nestjs/event-emitter'

export class Jobs {
  @Cron('0 * * * *')
  hourly() {}

  @MessagePattern('sum')
  sum() {}

  @EventPattern('created')
  created() {}

  @OnEvent('order.paid')
  paid() {}
}
