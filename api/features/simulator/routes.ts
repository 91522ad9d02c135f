import * as simulator from '@adire/contract/simulator.ts'
import { creationRoute, route } from '../../http/route.ts'
import { listOutcomesHandler, outcomeCreation } from './simulator.ts'

export const simulatorRoutes = [
  route(simulator.listOutcomes, listOutcomesHandler),
  creationRoute(simulator.playOutcome, outcomeCreation),
]
