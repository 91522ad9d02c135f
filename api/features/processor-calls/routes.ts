import * as processorCalls from '@adire/contract/processor-calls.ts'
import { clockIndependentRoute, routeWithoutTransaction } from '../../http/route.ts'
import { checkPaymentHandler } from './check.ts'
import { listProcessorCallsHandler } from './list.ts'

export const processorCallRoutes = [
  clockIndependentRoute(processorCalls.listProcessorCalls, listProcessorCallsHandler),
  routeWithoutTransaction(processorCalls.checkPayment, checkPaymentHandler),
]
