import { endpointsFor } from './endpoint.ts'
import type * as schemas from './test-clock-schemas.ts'

const member = endpointsFor('core', 'member', 'account', 'every member')
export const getTestClock = member.get<typeof schemas.getTestClock>('test-clock')
export const moveTestClock = member.create<typeof schemas.moveTestClock>('test-clock/moves', {
  permission: 'test_mode.use',
  errors: ['clock_moving'],
})
