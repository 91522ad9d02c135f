import { endpointsFor } from './endpoint.ts'
import type * as schemas from './test-clock-schemas.ts'

const member = endpointsFor('core', 'member', 'account')
export const getTestClock = member.get<typeof schemas.getTestClock>('test-clock')
export const moveTestClock = member.create<typeof schemas.moveTestClock>('test-clock/moves', {
  errors: ['clock_moving'],
})
