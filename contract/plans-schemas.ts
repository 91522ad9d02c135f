import * as z from 'zod/mini'
import { describe } from './describe.ts'
import {
  ChargeKobo,
  Email,
  Id,
  inputSchema,
  Kobo,
  MultilineText,
  NoContent,
  requiredOr,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'
import { Paginated, paginationFields, QueryInteger, searchText } from './list-schemas.ts'
import { messages } from './messages.ts'
import { Metadata, metadataChange, metadataField, metadataFilter } from './metadata-schemas.ts'
import { formatNaira } from './money.ts'
import { afterFailures, intervals, planStatuses } from './plans.ts'

export const Interval = z.enum(intervals, requiredOr('Choose how often it is charged'))
export type Interval = z.infer<typeof Interval>

export const AfterFailure = z.enum(afterFailures, requiredOr('Choose what happens'))
export type AfterFailure = z.infer<typeof AfterFailure>

export const planName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

const SetupFee = z.int('Enter an amount in naira').check(
  z.refine(
    (kobo) => kobo === 0 || kobo >= limits.chargeMinimumKobo,
    messages.amountAtLeast(limits.chargeMinimumKobo / 100),
  ),
  z.maximum(limits.chargeMaximumKobo, `Amount cannot be more than ${formatNaira(limits.chargeMaximumKobo)}`),
  z.minimum(0),
)

const Charges = z.int('Use a whole number').check(z.minimum(1, 'Use at least 1'), z.maximum(1_000, 'Use at most 1,000'))

const TrialDays = z.int('Use a whole number').check(z.minimum(0, 'Use at least 0'), z.maximum(365, 'Use at most 365'))

export const planFields = {
  name: describe('Name of the plan, 3 to 60 characters. Required.', planName),
  description: describe('Description, at most 500 characters. Optional.', z.optional(MultilineText(500))),
  amountKobo: describe(
    'Price per interval in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required.',
    ChargeKobo,
  ),
  chargeLimit: describe(
    'Number of charges until a subscription is complete: 1 to 1,000. Optional; null or absent: no limit.',
    z.optional(z.nullable(Charges)),
  ),
  trialDays: describe(
    'Free trial in days before the first charge: 0 to 365. Optional; default: 0. A change applies to new ' +
      'subscribers.',
    z.optional(TrialDays),
  ),
  setupFeeKobo: describe(
    'Setup fee in kobo, added once to the first charge of a subscription, also when that follows a trial: 0, or 10000 to ' +
      '5000000000 (NGN 100.00 to 50,000,000.00), together with the price no more than the largest charge. It is not ' +
      'multiplied by the quantity and not reduced by coupons. Optional; null: none; default: 0. A change applies to new subscribers.',
    z.optional(z.nullable(SetupFee)),
  ),
  afterFailure: describe(
    'Action after the last failed retry of a charge: `cancel` ends the subscription; `attention` waits ' +
      'for a new card. Optional; default: as in `subscribe/retry-settings`.',
    z.optional(AfterFailure),
  ),
}

/** A new plan. `interval` cannot be changed after the first subscription. */
export const NewPlan = inputSchema({
  ...planFields,
  interval: Interval,
  metadata: metadataField('Subscribers do not see it.'),
})

export const PlanChanges = inputSchema({
  ...planFields,
  interval: z.optional(Interval),
  applyTo: describe(
    'Who pays a new price: `everyone` (existing subscribers from their next charge) or `new` subscribers ' +
      'only. Optional; default: `new`.',
    z.optional(z.enum(['new', 'everyone'])),
  ),
  metadata: metadataChange('Subscribers do not see it.'),
})

/**
 * Terms of a plan as shown to the payer. When paying by card, the payer pays the first charge today; with a trial,
 * the card is checked with a small amount that is refunded at once (`isCardCheck`).
 */
export const PlanSheet = z.object({
  name: z.string(),
  amountKobo: describe('Price per interval in kobo.', Kobo),
  interval: Interval,
  chargeLimit: describe(
    'Number of charges until the subscription is complete. Null for no limit.',
    z.nullable(z.int()),
  ),
  trialDays: describe('Free trial in days before the first charge.', z.int()),
  setupFeeKobo: describe('Setup fee in kobo, added once to the first charge. 0 for none.', Kobo),
  /** Whether today's payment only checks the card and is refunded at once. */
  isCardCheck: z.boolean(),
  discountKobo: describe(
    'Discount of the coupon in kobo on each of the first `discountCharges` charges. 0 without a coupon.',
    Kobo,
  ),
  discountCharges: describe('Number of charges that the coupon reduces. Null for every charge.', z.nullable(z.int())),
  /** Time of the next charge if the payer paid now. Null when no charge follows or the time is unknown. */
  nextPaymentAt: z.nullable(Timestamp),
  /** Whether payers can also subscribe by direct debit (`subscribeByAccount`). */
  takesAccounts: z.boolean(),
  termsVersion: describe(
    'Identifies the terms that the page shows, for `startPayment`. Null where the payer subscribes to nothing.',
    z.nullable(z.string()),
  ),
})
export type PlanSheet = z.infer<typeof PlanSheet>

export const PlanStatus = z.enum(planStatuses)
export type PlanStatus = z.infer<typeof PlanStatus>

export const Plan = describe(
  'A subscription plan.',
  z.object({
    id: Id,
    code: describe('Code of the plan: `PLN_` and 16 characters.', z.string()),
    name: z.string(),
    description: z.nullable(z.string()),
    status: describe('`inactive`: takes no new subscribers. `deleted`: kept for its subscriptions.', PlanStatus),
    amountKobo: describe('Price per interval in kobo.', Kobo),
    interval: Interval,
    chargeLimit: describe(
      'Number of charges until a subscription is complete. Null for no limit.',
      z.nullable(z.int()),
    ),
    trialDays: describe('Free trial in days before the first charge.', z.int()),
    setupFeeKobo: describe('Setup fee in kobo, added once to the first charge of a subscription. 0 for none.', Kobo),
    afterFailure: describe(
      'Action after the last failed retry of a charge: `cancel` ends the subscription; `attention` waits ' +
        'for a new card.',
      AfterFailure,
    ),
    subscribers: describe('Number of subscriptions that have not ended.', z.int()),
    monthlyValueKobo: describe(
      'Monthly recurring revenue in kobo: the renewing subscriptions (`active` and `attention`, without ' +
        'trials and paused ones), each at the price of that subscriber after the discount, with add-ons, converted to a month (weekly × 52/12, ' +
        'annually × 1/12, and so on).',
      Kobo,
    ),
    metadata: describe('Your own data. Subscribers do not see it.', Metadata),
    createdAt: Timestamp,
  }),
)
export type Plan = z.infer<typeof Plan>

export const PlanDetail = describe(
  'A plan with its statistics and payment links.',
  z.extend(Plan, {
    counts: describe(
      'Number of subscriptions by status. `trialing` and `paused` are those in a trial and those that are paused, also counted as ' +
        '`active`; a trial that is paused is only `paused`, and one that ends with its trial only `non_renewing`.',
      z.object({
        pending: z.int(),
        active: z.int(),
        attention: z.int(),
        non_renewing: z.int(),
        completed: z.int(),
        cancelled: z.int(),
        trialing: z.int(),
        paused: z.int(),
      }),
    ),
    collectedKobo: describe(
      'Total of the paid charges for the plan in kobo, whichever plan their subscriptions have now; refunds are not deducted.',
      Kobo,
    ),
    hasSubscribed: describe(
      'Whether the plan ever had a subscription. The interval can then not be changed.',
      z.boolean(),
    ),
    links: describe(
      'Payment links of the plan, newest first, at most 20. All of them: `payment-links/plans-type?planId=`.',
      z.array(z.object({ id: Id, name: z.string(), url: z.string(), published: z.boolean() })),
    ),
  }),
)
export type PlanDetail = z.infer<typeof PlanDetail>

export const listPlans = {
  description: 'Plans, newest first, without deleted ones.',
  input: inputSchema({
    ...paginationFields,
    search: searchText,
    status: describe('`active` or `inactive`. Optional; default: both.', z.optional(z.enum(['active', 'inactive']))),
    interval: z.optional(Interval),
    metadata: metadataFilter,
  }),
  output: Paginated(Plan),
}

export const createPlan = {
  description:
    'Creates a plan, `active` at once. 422 at `interval` for `hourly` in Live Mode, and at `setupFeeKobo` if price and setup fee exceed the largest charge. Event: `plan.created`.',
  input: NewPlan,
  output: PlanDetail,
}

export const getPlan = {
  description: 'One plan by id, also a deleted one, because its subscriptions refer to it. 404 `plan_not_found`.',
  input: inputSchema({ id: Id }),
  output: PlanDetail,
}

export const updatePlan = {
  description:
    'Changes a plan. `name` and `amountKobo` are required; without `description` it is removed; other ' +
    "absent fields are unchanged. 422 at `setupFeeKobo` if price and setup fee exceed the largest charge. A new price applies to new subscribers; with `applyTo: 'everyone'` also " +
    'to the next charge of existing subscribers, who are notified by email. 422 at `interval` once the ' +
    'plan had a subscription, or for `hourly` in Live Mode; 409 `plan_deleted`; 404 `plan_not_found`.',
  input: z.extend(PlanChanges, { id: Id }),
  output: PlanDetail,
}

export const setPlanActive = {
  description:
    'Closes a plan for new subscribers, or opens it again. Running subscriptions continue. 409 `plan_deleted`.',
  input: inputSchema({
    id: Id,
    active: describe('`true` to open the plan, `false` to close it. Required.', z.boolean()),
  }),
  output: PlanDetail,
}

export const deletePlan = {
  description:
    'Deletes a plan: it takes no new subscribers and is not listed; running subscriptions end with the ' +
    'paid period. 409 `plan_deleted`; 404 `plan_not_found`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const PriceEffect = describe(
  "Effect of a new price on existing subscribers, as a preview of `applyTo: 'everyone'`.",
  z.object({
    subscribers: describe('Number of subscribers whose next charge would have the new price.', z.int()),
    renewing: describe('Number of those subscribers who pay now: not in a trial and not paused.', z.int()),
    monthlyNowKobo: describe('Monthly recurring revenue of the `renewing` subscribers in kobo now.', Kobo),
    monthlyThenKobo: describe('Monthly recurring revenue of the same subscribers in kobo at the new price.', Kobo),
    differenceKobo: describe(
      "Price difference per charge in kobo for a subscriber on the plan's current price: new less old.",
      Kobo,
    ),
    firstChargeAt: describe(
      'Time of the first charge at the new price. Null when there is none.',
      z.nullable(Timestamp),
    ),
    unaffected: describe(
      'Number of other subscribers: not charged again (non-renewing, or last charge made), not started yet, ' +
        'changing to another plan, or on this price already.',
      z.int(),
    ),
  }),
)
export type PriceEffect = z.infer<typeof PriceEffect>

const QueryCharge = z.pipe(QueryInteger('Enter an amount in naira'), ChargeKobo)

export const getPriceEffect = {
  description: 'Preview of the effect of a new price (`amountKobo`) on existing subscribers. 404 `plan_not_found`.',
  input: inputSchema({ id: Id, amountKobo: describe('New price per interval in kobo. Required.', QueryCharge) }),
  output: PriceEffect,
}

export const inviteToPlan = {
  description:
    'Emails a customer the link of a plan on which they enter a card and subscribe, once per ' +
    '`Idempotency-Key`. 409 `plan_closed` when the plan takes no sign-ups; 409 `no_sign_up_link` when it has no ' +
    'published payment link; 429 `email_limit_reached`.',
  input: inputSchema({ id: Id, email: Email }),
  output: z.object({ url: describe('Link in the email.', z.string()) }),
}
