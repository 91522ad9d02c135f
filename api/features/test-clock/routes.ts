import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { route } from '../../http/route.ts'
import { moveTestClockHandler, retrieveTestClock } from './test-clock.ts'

export const testClockRoutes = [route(getTestClock, retrieveTestClock), route(moveTestClock, moveTestClockHandler)]
