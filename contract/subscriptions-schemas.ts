import * as z from 'zod/mini'
import { Attention, InProgressKobo } from './attention-schemas.ts'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, Kobo, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { asWorkbook, csvColumns, Paginated, paginationFields, searchText } from './list-schemas.ts'
import {
  AddOn,
  Discount,
  EndReason,
  PlanOfSubscription,
  Quantity,
  QueryQuantity,
  SubscriptionInvoiceStatus,
  SubscriptionStatus,
} from './subscription-fields-schemas.ts'
import { subscriptionFilters } from './subscriptions.ts'

export const SubscriptionCard = describe(
  'Saved card of a subscription.',
  z.object({
    brand: z.string(),
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
  }),
)
export type SubscriptionCard = z.infer<typeof SubscriptionCard>

export const SubscriptionRow = describe(
  'A subscription as it appears in lists.',
  z.object({
    id: Id,
    code: describe('Code of the subscription: `SUB_` and 16 characters.', z.string()),
    status: describe(
      '`pending`: not started yet. `attention`: a charge failed. `non_renewing`: ends with the paid period. ' +
        '`completed`: all charges made.',
      SubscriptionStatus,
    ),
    isPaused: describe(
      'Whether the subscription is paused: status `active`, no charges until it is resumed.',
      z.boolean(),
    ),
    isTrial: describe(
      'Whether the subscription is in its free trial: status `active` or `non_renewing`, nothing charged yet.',
      z.boolean(),
    ),
    plan: PlanOfSubscription,
    customerId: Id,
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    quantity: describe('Number of units, such as seats.', z.int()),
    amountKobo: describe('Price per period for this subscriber in kobo, for all units, before the discount.', Kobo),
    addOns: describe(
      'Extras that are charged with each period from the next one on, at most 10. Coupons do not reduce them.',
      z.array(AddOn),
    ),
    setupFeeKobo: describe(
      'Setup fee in kobo that was agreed. It is added to the first charge: while `charges` is 0, it is still due. 0 for none.',
      Kobo,
    ),
    coupon: describe(
      'Coupon that was applied to the subscription. Null for none, and once it is removed.',
      z.nullable(z.object({ id: Id, name: z.string(), code: z.nullable(z.string()) })),
    ),
    discount: describe('Discount of the coupon. Null without one, and once it is used up.', z.nullable(Discount)),
    nextPaymentAt: describe('Time of the next charge or retry. Null when none is planned.', z.nullable(Timestamp)),
    createdAt: Timestamp,
  }),
)
export type SubscriptionRow = z.infer<typeof SubscriptionRow>

export const Subscription = describe(
  'A subscription with its payment method, current period and timeline.',
  z.extend(SubscriptionRow, {
    card: describe(
      'Card that is charged. Null before the first payment and when there is none.',
      z.nullable(SubscriptionCard),
    ),
    mandate: describe(
      'Bank account that is debited instead of a card. The subscription is `pending` until the bank allows ' +
        'debits. Null when there is none.',
      z.nullable(z.object({ slug: z.string(), bankName: z.string(), last4: z.string() })),
    ),
    consentText: describe('Consent text that the payer accepted, word for word.', z.nullable(z.string())),
    trialEndsAt: describe('End of the free trial. Null without a trial.', z.nullable(Timestamp)),
    currentPeriod: describe(
      'Current period, paid or free. While `pending`, both times are the time of subscribing.',
      z.nullable(z.object({ startsAt: Timestamp, endsAt: Timestamp })),
    ),
    charges: describe('Number of periods started that are paid or owed.', z.int()),
    chargeLimit: describe(
      'Number of charges until the subscription is complete. Null for no limit.',
      z.nullable(z.int()),
    ),
    collectedKobo: describe('Total received in kobo; refunds are not deducted.', Kobo),
    creditKobo: describe('Credit in kobo for the next charges. Lapses when the subscription ends.', Kobo),
    nextChargeKobo: describe(
      'Amount of the charge for the next period in kobo, on the plan that it then has, after discount and credit, with the add-ons, and the setup fee if it is still due. An ' +
        'unpaid period is `attention.owedKobo`.',
      Kobo,
    ),
    inProgressKobo: InProgressKobo,
    attention: describe('Reason for status `attention`. Null in any other status.', z.nullable(Attention)),
    nextPlan: describe(
      'Plan and quantity that apply from the next period, with their price for all units. Null when no change is planned.',
      z.nullable(z.extend(PlanOfSubscription, { amountKobo: Kobo, quantity: z.int() })),
    ),
    pausedAt: describe('Time of the pause. Null unless paused.', z.nullable(Timestamp)),
    resumesAt: describe('Time of the automatic resumption. Null unless paused until a day.', z.nullable(Timestamp)),
    endReason: describe('Reason for the end. Null until the end is decided.', z.nullable(EndReason)),
    endNote: describe('Note of the person who cancelled. Null for none.', z.nullable(z.string())),
    cancelledAt: describe(
      'Time of the cancellation. With status `non_renewing` the subscription continues until ' +
        '`currentPeriod.endsAt`.',
      z.nullable(Timestamp),
    ),
    endedAt: describe('Time the subscription ended. Null until then.', z.nullable(Timestamp)),
    payerUrl: describe(
      'Page of the subscription for its payer: view, pay, change the card, cancel. Anyone with ' +
        'the URL can use it: give it to the payer only. Null for members and keys without `subscriptions.manage`.',
      z.nullable(z.string()),
    ),
    paymentLink: describe(
      'Payment link used to subscribe. Null for none.',
      z.nullable(z.object({ id: Id, name: z.string() })),
    ),
    events: describe(
      'Timeline, newest first, at most 100 events.',
      z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
    ),
  }),
)
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionInvoice = describe(
  'Invoice of a subscription. Periods are paid in advance; a plan change has a separate invoice for the ' +
    'difference.',
  z.object({
    id: Id,
    number: describe('Sequential number within the subscription, from 1.', z.int()),
    kind: z.enum(['period', 'change']),
    status: describe(
      '`forgiven` and `paid_outside`: closed by the merchant, without a payment.',
      SubscriptionInvoiceStatus,
    ),
    planName: z.string(),
    quantity: describe('Number of units.', z.int()),
    startsAt: Timestamp,
    endsAt: Timestamp,
    amountKobo: describe('Price in kobo, after the discount and before credit.', Kobo),
    discountKobo: describe('Discount of the coupon on a full period in kobo.', Kobo),
    setupFeeKobo: describe('Setup fee in kobo, on the invoice of the first charge. 0 for none.', Kobo),
    addOns: describe('Add-ons that are charged with the period. Empty for a plan change.', z.array(AddOn)),
    creditKobo: describe('Credit deducted in kobo.', Kobo),
    dueKobo: describe('Amount charged in kobo: price, add-ons and setup fee less credit.', Kobo),
    attempts: describe('Number of attempts to charge it, scheduled or requested.', z.int()),
    paymentId: describe(
      'Payment of the last attempt. Null when nothing had to be charged or no attempt was made yet.',
      z.nullable(Id),
    ),
    failure: describe(
      'Reason of the last failure. Null without one.',
      z.nullable(z.object({ code: z.string(), message: z.string() })),
    ),
    nextAttemptAt: describe('Time of the next attempt. Null when none is planned.', z.nullable(Timestamp)),
    paidAt: describe('Time at which it was paid or closed. Null until then.', z.nullable(Timestamp)),
    createdAt: Timestamp,
  }),
)
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>

const filters = {
  search: searchText,
  planId: z.optional(Id),
  customerId: z.optional(Id),
  couponId: describe('Subscriptions to which this coupon was applied last. Optional.', z.optional(Id)),
}

export const listSubscriptions = {
  description: 'Subscriptions, newest first. `status` is one status, or `running`, `trial` or `paused`.',
  input: inputSchema({ ...paginationFields, ...filters, status: z.optional(z.enum(subscriptionFilters)) }),
  output: Paginated(SubscriptionRow),
}

export const downloadSubscriptions = {
  description: 'CSV file of all subscriptions that match the filter, with Lagos times and naira amounts.',
  input: inputSchema({ ...filters, status: z.optional(z.enum(subscriptionFilters)), columns: csvColumns }),
  output: z.string(),
}

export const downloadSubscriptionsXlsx = asWorkbook(downloadSubscriptions)

export const getSubscriptionTotals = {
  description:
    'Number of subscriptions by status filter (every filter is present), and what those that renew pay for a month, in ' +
    'kobo. Free trials do not count.',
  input: inputSchema({ planId: z.optional(Id) }),
  output: z.object({ counts: z.record(z.enum(subscriptionFilters), z.int()), monthlyValueKobo: Kobo }),
}

export const getSubscription = {
  description: 'One subscription by id. 404 `subscription_not_found`.',
  input: inputSchema({ id: Id }),
  output: Subscription,
}

export const listSubscriptionInvoices = {
  description: 'Invoices of a subscription, newest first. 404 `subscription_not_found`.',
  input: inputSchema({ id: Id, ...paginationFields }),
  output: Paginated(SubscriptionInvoice),
}

export const cancelSubscription = {
  description:
    'Cancels a subscription: `now`, or at the end of the paid or free period (`period_end`, the default). ' +
    'A subscription with status `attention` or `pending`, or whose period has ended, always ends now. The ' +
    'payer is notified. A credit (`creditKobo`) lapses with the end. 409 `subscription_ended` when it has ended; 409 ' +
    '`subscription_ending` when it already ends with the period (`now` is still possible). `reactivateSubscription` takes that back.',
  input: inputSchema({
    id: describe('Id of the subscription. Required.', Id),
    when: describe('Time of the end. Optional; default: `period_end`.', z.optional(z.enum(['now', 'period_end']))),
    note: z.optional(SingleLineText(200)),
  }),
  output: Subscription,
}

export const pauseSubscription = {
  description:
    'Pauses a subscription: no charges until it is resumed; the paid period continues to its end. The ' +
    'payer is notified. 409 `subscription_not_active` unless it is active and not paused; 409 ' +
    '`subscription_charging` while a charge is in progress.',
  input: inputSchema({
    id: Id,
    resumeOn: describe(
      'Lagos day on which it is resumed automatically, tomorrow or later, within two years. Optional.',
      z.optional(Day),
    ),
  }),
  output: Subscription,
}

export const resumeSubscription = {
  description:
    'Resumes a paused subscription. When its period has ended meanwhile, a new period begins now and is ' +
    'charged within a minute. The payer is notified. 409 `subscription_not_paused`.',
  input: inputSchema({ id: Id }),
  output: Subscription,
}

export const PlanChangePreview = describe(
  'Cost of a plan change, as a preview.',
  z.object({
    plan: PlanOfSubscription,
    quantity: describe('Number of units after the change.', z.int()),
    amountKobo: describe('Price per period in kobo after the change, for all units.', Kobo),
    when: z.enum(['now', 'next_period']),
    previewedAt: describe(
      'Time of the preview. Send it with the change to be charged exactly the previewed amount.',
      Timestamp,
    ),
    unusedKobo: describe(
      'Unused part of the current period in kobo, without what was refunded of it or lost in a dispute.',
      Kobo,
    ),
    creditKobo: describe('Credit from earlier changes in kobo.', Kobo),
    newPeriodKobo: describe(
      'Price in kobo of the new plan for the rest of the period or, when the interval differs, for the new ' +
        'period that begins now.',
      Kobo,
    ),
    dueNowKobo: describe(
      'Amount charged at once in kobo: new price less unused amount and credit. 0 below the smallest charge (NGN 100).',
      Kobo,
    ),
    creditLeftKobo: describe('Credit left for the next charges in kobo.', Kobo),
    nextPaymentAt: describe('Time of the next charge after the change. Null when none follows.', z.nullable(Timestamp)),
    nextPaymentKobo: describe('Amount of that charge in kobo.', Kobo),
  }),
)
export type PlanChangePreview = z.infer<typeof PlanChangePreview>

const quantityText =
  'Number of units, such as seats: 1 to 1,000. Optional; default: as before. On the present plan each unit keeps its price.'
const planChange = {
  id: Id,
  planId: describe('Id of the new plan, or of the present one to change only the quantity. Required.', Id),
  when: describe('`now`, or `next_period`: from the next period on. Required.', z.enum(['now', 'next_period'])),
}

export const previewPlanChange = {
  description:
    'Preview of the cost of another plan or quantity, exact to the kobo at this moment. Same errors as the change itself.',
  input: inputSchema({ ...planChange, quantity: describe(quantityText, z.optional(QueryQuantity)) }),
  output: PlanChangePreview,
}

export const changeSubscriptionPlan = {
  description:
    'Changes the plan or quantity of a subscription: `now`, charging the difference, or from the `next_period`. With ' +
    '`previewedAt` and `dueNowKobo` of a preview, exactly that amount is charged; a preview is valid for ' +
    'ten minutes and within the period it was made in. With `dueNowKobo` alone, at most that amount is ' +
    'charged (an amount due of up to 1% more is reduced to it). Otherwise 409 `price_changed`: make a ' +
    'new preview. During a trial nothing is charged. 402 `payment_failed` when the charge is declined; ' +
    'nothing is changed then. 409 `add_ons_fix_interval` for a plan with another interval while there are add-ons. 422 at `quantity` above the largest charge. 409 `plan_closed`, `same_plan`, `above_mandate` (more than the mandate ' +
    'allows), `no_card`, `account_not_debited`, `subscription_charging` while a charge is in progress, or ' +
    '`subscription_not_active` while it is paused, owes money or ends. A planned change is cancelled by ' +
    '`next_period` with the current plan and quantity.',
  input: inputSchema({
    ...planChange,
    quantity: describe(quantityText, z.optional(Quantity)),
    previewedAt: describe('`previewedAt` of the preview. Optional.', z.optional(Timestamp)),
    dueNowKobo: describe('`dueNowKobo` of the preview. Optional.', z.optional(Kobo)),
  }),
  output: Subscription,
}

export const sendSubscriptionLink = {
  description:
    'Emails the payer the link to their subscription page (view, cancel, change card), at most once a ' +
    'minute. 409 `link_sent` within that minute; 429 `email_limit_reached`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}
