import { checkPayment, listProcessorCalls } from '@adire/contract/processor-calls.ts'
import { clockIndependentRoute, routeWithoutTransaction } from '../../http/route.ts'
import { checkPaymentHandler } from './check.ts'
import { listProcessorCallsHandler } from './list.ts'

export const processorCallRoutes = [
  clockIndependentRoute(listProcessorCalls, listProcessorCallsHandler),
  routeWithoutTransaction(checkPayment, checkPaymentHandler),
]
