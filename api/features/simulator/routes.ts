import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { creationRoute, route } from '../../http/route.ts'
import { listOutcomesHandler, outcomeCreation } from './simulator.ts'

export const simulatorRoutes = [route(listOutcomes, listOutcomesHandler), creationRoute(playOutcome, outcomeCreation)]
