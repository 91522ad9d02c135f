import { endpointsFor } from './endpoint.ts'
import type * as schemas from './simulator-schemas.ts'

const member = endpointsFor('core', 'member', 'payments', 'test_mode.use')
export const listOutcomes = member.get<typeof schemas.listOutcomes>('simulator/:kind/:id', {
  errors: [
    'debit_not_found',
    'dispute_not_found',
    'mandate_not_found',
    'payment_not_found',
    'settlement_not_found',
    'subscription_not_found',
  ],
})
export const playOutcome = member.create<typeof schemas.playOutcome>('simulator/:kind/:id', {
  errors: [
    'debit_not_found',
    'dispute_not_contested',
    'dispute_not_found',
    'mandate_not_found',
    'outcome_impossible',
    'payment_not_found',
    'settlement_not_found',
    'settlement_on_hold',
    'settlement_paid',
    'subscription_not_found',
  ],
})
