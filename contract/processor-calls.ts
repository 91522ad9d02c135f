import { endpointsFor } from './endpoint.ts'
import type * as schemas from './processor-calls-schemas.ts'

const { get, post } = endpointsFor('collections', 'member', 'payments', 'payments')

/** Shortest time between two checks of a payment that a person asks for, in ms. */
export const checkPauseMs = 10_000

export const listProcessorCalls = get<typeof schemas.listProcessorCalls>('payments/:id/processor-calls', {
  errors: ['payment_not_found'],
})
export const checkPayment = post<typeof schemas.checkPayment>('payments/:id/check', { errors: ['payment_not_found'] })
