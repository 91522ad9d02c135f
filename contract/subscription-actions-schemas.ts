import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, Kobo, SingleLineText } from './fields.ts'
import { debtResolutions, maxAddOns } from './subscription-actions.ts'
import { AddOn, Quantity } from './subscription-fields-schemas.ts'
import { Subscription } from './subscriptions-schemas.ts'

export const DebtResolution = z.enum(debtResolutions)
export type DebtResolution = z.infer<typeof DebtResolution>

const maxTrialDays = 365

export const createSubscription = {
  description:
    'Subscribes a customer to a plan with a saved card of theirs, once per `Idempotency-Key`. It starts now, or on ' +
    '`startsOn`. Only a card whose consent covers subscriptions is accepted (`coversSubscriptions` of the saved card): 409 ' +
    '`card_not_covered`; send the customer the link of the plan instead. Starting now, the card is charged before the ' +
    'response: if it is declined, the subscription has the status `attention`, and the charge is retried as any other. ' +
    'The payer is emailed what is charged, when, and how to cancel. `amountKobo` and `setupFeeKobo` confirm the price: 409 ' +
    '`price_changed`. 409 `already_subscribed` while the customer has a running subscription to the plan; 409 ' +
    '`plan_closed`; 409 `coupon_not_redeemable`; 422 `payer_refused` for a blacklisted customer; 403 `forbidden` when the business may not take ' +
    'payments; 404 `plan_not_found`, `saved_card_not_found`, `coupon_not_found`; 429 `email_limit_reached`. Event: `subscription.created`.',
  input: inputSchema({
    savedCardId: describe('Id of the saved card, which also names the customer. Required.', Id),
    planId: describe('Id of the plan. Required.', Id),
    quantity: describe('Number of units, such as seats: 1 to 1,000. Optional; default: 1.', z.optional(Quantity)),
    amountKobo: describe(
      'Price of the plan in kobo for all units, before a discount, as a confirmation. Required.',
      Kobo,
    ),
    setupFeeKobo: describe(
      'Setup fee of the plan in kobo, which is added to the first charge, as a confirmation. Required if the plan has one; default: 0.',
      z.optional(Kobo),
    ),
    couponId: describe('Id of a coupon that reduces the charges. Optional.', z.optional(Id)),
    startsOn: describe(
      'Lagos day of the start and of the first charge, at 09:00: tomorrow or later, within two years. Optional; ' +
        'default: now. Not together with `trialDays`.',
      z.optional(Day),
    ),
    trialDays: describe(
      'Free days before the first charge: 0 to 365. Optional; default: those of the plan, without `startsOn`.',
      z.optional(
        z
          .int('Use a whole number')
          .check(z.minimum(0, 'Use at least 0'), z.maximum(maxTrialDays, `Use at most ${maxTrialDays}`)),
      ),
    ),
  }),
  output: Subscription,
}

export const chargeSubscriptionNow = {
  description:
    'Charges the amount owed by a subscription with status `attention` now, once per `Idempotency-Key`. The ' +
    'scheduled retries stay as they are, and a charge in progress is never repeated: 409 ' +
    '`subscription_charging`. `amountKobo` confirms the amount: 409 `price_changed` when another one is owed. ' +
    '402 `payment_failed` when the charge is declined. 409 `nothing_owed`, `no_card` or ' +
    '`account_not_debited`, also when an account was debited three times for this period. At most 10 requested charges per period: 429 `too_many_attempts`.',
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

export const reactivateSubscription = {
  description:
    'Takes back a cancellation at the end of the period, while the period lasts: the subscription has the status `active` again ' +
    'and is renewed. A pause or plan change that the cancellation removed stays removed. The payer is notified. If the customer ' +
    'cancelled (`endReason` is `payer`), do it only if they asked for it. 409 `subscription_not_ending` unless it is cancelled for the end of ' +
    'the period; 409 `subscription_ended` when that is over; 409 `subscription_ending` when its last charge was made; 409 ' +
    '`plan_closed` when the plan was deleted; 409 `no_card` or `account_not_debited` when nothing can be charged. Event: ' +
    '`subscription.updated`.',
  input: inputSchema({ id: describe('Id of the subscription. Required.', Id) }),
  output: Subscription,
}

export const updateSubscriptionAddOns = {
  description:
    'Replaces the add-ons of a subscription: extras that are charged with each period from the next one on, without ' +
    'proration. The payer is emailed the new price. A repeated call with the same add-ons changes nothing. 422 at `addOns` ' +
    'above the largest charge; 409 `above_mandate` for more than the mandate allows; 409 `add_ons_fix_interval` while a change ' +
    'to another interval is planned; 409 `subscription_charging` while a charge is in progress, or `subscription_not_active` ' +
    'while it is paused, owes money or ends. Event: `subscription.updated`.',
  input: inputSchema({
    id: Id,
    addOns: describe(
      'All add-ons, at most 10. An empty list removes them. Required.',
      z.array(AddOn).check(z.maxLength(maxAddOns, `Use at most ${maxAddOns} add-ons`)),
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
