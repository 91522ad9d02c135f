import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, Kobo, SingleLineText } from './fields.ts'
import { debtResolutions } from './subscription-actions.ts'
import { Subscription } from './subscriptions-schemas.ts'

export const DebtResolution = z.enum(debtResolutions)
export type DebtResolution = z.infer<typeof DebtResolution>

export const chargeSubscriptionNow = {
  description:
    'Charges the amount owed by a subscription with status `attention` now, once per `Idempotency-Key`. The ' +
    'scheduled retries stay as they are, and a charge in progress is never repeated: 409 ' +
    '`subscription_charging`. `amountKobo` confirms the amount: 409 `price_changed` when another one is owed. ' +
    '402 `payment_failed` when the charge is declined. 409 `nothing_owed`, `no_card` or ' +
    '`account_not_debited`. At most 10 requested charges per period: 429 `too_many_attempts`.',
  input: inputSchema({ id: Id, amountKobo: describe('`attention.owedKobo`. Required.', Kobo) }),
  output: Subscription,
}

export const extendTrial = {
  description:
    'Extends the free trial until the given day, at the same time of day as before. The first charge moves with it. ' +
    'The payer is notified. A repeated call with the same day changes nothing. 409 `not_in_trial`; 409 ' +
    '`subscription_not_active` while it is paused or ends.',
  input: inputSchema({
    id: Id,
    endsOn: describe(
      'New last day of the trial, a Lagos day after the present one and within two years. Required.',
      Day,
    ),
  }),
  output: Subscription,
}

export const resolveSubscriptionDebt = {
  description:
    'Closes the unpaid period of a subscription with status `attention` without a payment: `forgiven`, or ' +
    '`paid_outside` of the platform. No money is recorded. The subscription is active again; if the period has ended ' +
    'meanwhile, a new one begins now. The payer is notified. `amountKobo` confirms the amount: 409 ' +
    '`price_changed` when another one is owed. 409 `nothing_owed`, or `subscription_charging` while a charge ' +
    'is in progress.',
  input: inputSchema({
    id: Id,
    as: describe('`forgiven` or `paid_outside`. Required.', DebtResolution),
    amountKobo: describe('`attention.owedKobo`. Required.', Kobo),
    note: describe('Reason, for the timeline and the audit log, 1 to 200 characters. Required.', SingleLineText(200)),
  }),
  output: Subscription,
}
