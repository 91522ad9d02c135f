import * as testClock from '@adire/contract/test-clock.ts'
import { route } from '../../http/route.ts'
import { moveTestClockHandler, retrieveTestClock } from './test-clock.ts'

export const testClockRoutes = [
  route(testClock.getTestClock, retrieveTestClock),
  route(testClock.moveTestClock, moveTestClockHandler),
]
