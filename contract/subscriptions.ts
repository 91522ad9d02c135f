import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { Interval } from './plan-fields.ts'

export const subscriptionStatuses = [
  'pending',
  'active',
  'attention',
  'non_renewing',
  'completed',
  'cancelled',
] as const
export const SubscriptionStatus = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** Allowed status transitions; all others are rejected. */
export const subscriptionMoves: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  pending: ['active', 'cancelled'],
  active: ['attention', 'non_renewing', 'completed', 'cancelled'],
  attention: ['active', 'non_renewing', 'cancelled'],
  non_renewing: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}
/** Statuses of a subscription that has not ended. */
export const runningStatuses = ['pending', 'active', 'attention', 'non_renewing'] as const

/** Reasons for the end of a subscription. */
export const endReasons = {
  payer: 'Cancelled by the customer',
  merchant: 'Cancelled by you',
  payment_failed: 'The charge failed too often',
  plan_deleted: 'The plan was deleted',
  limit_reached: 'All its charges are made',
  mandate_ended: 'The bank account was not allowed to be debited',
} as const
export const EndReason = z.enum(Object.keys(endReasons) as [EndReason, ...EndReason[]])
export type EndReason = keyof typeof endReasons

/** Saved card of a subscription. */
export const SavedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
})
export type SavedCard = z.infer<typeof SavedCard>

const PlanOfSubscription = z.object({ id: Id, code: z.string(), name: z.string(), interval: Interval })

/** A subscription as it appears in lists. */
export const SubscriptionRow = z.object({
  id: Id,
  /** Code of the subscription: `SUB_` and 16 characters. */
  code: z.string(),
  /**
   * `pending`: not started yet. `attention`: a charge failed. `non_renewing`: ends with the paid period.
   * `completed`: all charges made.
   */
  status: SubscriptionStatus,
  /** Whether the subscription is paused: status `active`, no charges until it is resumed. */
  isPaused: z.boolean(),
  /** Whether the subscription is in its free trial: status `active` or `non_renewing`, nothing charged yet. */
  isTrial: z.boolean(),
  plan: PlanOfSubscription,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** Price per period for this subscriber in kobo. */
  amountKobo: Kobo,
  /** Time of the next charge or retry. Null when none is planned. */
  nextPaymentAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type SubscriptionRow = z.infer<typeof SubscriptionRow>

/** Reason for status `attention`, and the plan of retries. */
export const Attention = z.object({
  /**
   * Failure code of the payment, for example `insufficient_funds` or `expired_card`; `pending` while a charge is in
   * progress.
   */
  code: z.string(),
  message: z.string(),
  /** Whether the bank no longer accepts this card. The customer was asked for a new one. */
  needsNewCard: z.boolean(),
  /** Amount owed in kobo. */
  owedKobo: Kobo,
  /** Number of attempts so far, at most 4: on the due day, and 1, 3 and 5 days later. */
  attempts: z.int(),
  /** Time of the next attempt. Null when none is planned. */
  nextAttemptAt: z.nullable(Timestamp),
  /**
   * Time at which charging is given up. The subscription is then cancelled or stays in `attention`, as the plan
   * defines. Null once that is over.
   */
  lastChanceAt: z.nullable(Timestamp),
})
export type Attention = z.infer<typeof Attention>

/** A subscription with its payment method, current period and timeline. */
export const Subscription = z.extend(SubscriptionRow, {
  /** Card that is charged. Null before the first payment and when there is none. */
  card: z.nullable(SavedCard),
  /**
   * Bank account that is debited instead of a card. The subscription is `pending` until the bank allows debits. Null
   * when there is none.
   */
  mandate: z.nullable(z.object({ slug: z.string(), bankName: z.string(), last4: z.string() })),
  /** Consent text that the payer accepted, word for word. */
  consentText: z.nullable(z.string()),
  /** End of the free trial. Null without a trial. */
  trialEndsAt: z.nullable(Timestamp),
  /** Current period, paid or free. While `pending`, both times are the time of subscribing. */
  currentPeriod: z.nullable(z.object({ startsAt: Timestamp, endsAt: Timestamp })),
  /** Number of periods started that are paid or owed. */
  charges: z.int(),
  /** Number of charges until the subscription is complete. Null for no limit. */
  chargeLimit: z.nullable(z.int()),
  /** Total received in kobo; refunds are not deducted. */
  collectedKobo: Kobo,
  /** Credit from a plan change in kobo, deducted from the next charges. */
  creditKobo: Kobo,
  /** Reason for status `attention`. Null in any other status. */
  attention: z.nullable(Attention),
  /** Plan that applies from the next period. Null when no change is planned. */
  nextPlan: z.nullable(z.extend(PlanOfSubscription, { amountKobo: Kobo })),
  /** Time of the pause. Null unless paused. */
  pausedAt: z.nullable(Timestamp),
  /** Reason for the end. Null until the end is decided. */
  endReason: z.nullable(EndReason),
  /** Note of the person who cancelled. Null for none. */
  endNote: z.nullable(z.string()),
  /** Time of the cancellation. With status `non_renewing` the subscription continues until `currentPeriod.endsAt`. */
  cancelledAt: z.nullable(Timestamp),
  /** Time the subscription ended. Null until then. */
  endedAt: z.nullable(Timestamp),
  /** Payment link used to subscribe. Null for none. */
  paymentLink: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Timeline, newest first, at most 100 events. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Subscription = z.infer<typeof Subscription>

/** Invoice of a subscription. Periods are paid in advance; a plan change has a separate invoice for the difference. */
export const SubscriptionInvoice = z.object({
  id: Id,
  /** Sequential number within the subscription, from 1. */
  number: z.int(),
  kind: z.enum(['period', 'change']),
  status: z.enum(['pending', 'success', 'failed']),
  planName: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  /** Price in kobo, before credit. */
  amountKobo: Kobo,
  /** Credit deducted in kobo. */
  creditKobo: Kobo,
  /** Amount charged in kobo: price less credit. */
  dueKobo: Kobo,
  /** Number of payment attempts. */
  attempts: z.int(),
  /** Payment of the last attempt. Null when nothing had to be charged or no attempt was made yet. */
  paymentId: z.nullable(Id),
  /** Reason of the last failure. Null without one. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** Time of the next attempt. Null when none is planned. */
  nextAttemptAt: z.nullable(Timestamp),
  /** Time of payment. Null until then. */
  paidAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>

/** Status filter: one status; or `running` (not ended), `trial` or `paused`, which are parts of a status. */
export const subscriptionFilters = ['running', 'trial', 'paused', ...subscriptionStatuses] as const

const filters = {
  /** Start of an email address, or a subscription code. Optional. */
  search: z.optional(SearchText(254)),
  planId: z.optional(Id),
  customerId: z.optional(Id),
}

const { get, post, download } = endpointsFor('core', 'merchant')

/** Subscriptions, newest first. `status` is one status, or `running`, `trial` or `paused`. */
export const listSubscriptions = get(
  'subscribe',
  inputSchema({ ...paginationFields, ...filters, status: z.optional(z.enum(subscriptionFilters)) }),
  Paginated(SubscriptionRow),
)
/** CSV file of all subscriptions that match the filter, with Lagos times and naira amounts. */
export const downloadSubscriptions = download(
  'subscribe/csv/download',
  inputSchema({ ...filters, status: z.optional(z.enum(subscriptionFilters)), columns: csvColumns }),
  z.string(),
  'subscription.csv',
)
/** Number of subscriptions by status filter (every filter is present), and the monthly recurring revenue in kobo. */
export const getSubscriptionTotals = get(
  'subscribe/totals',
  inputSchema({ planId: z.optional(Id) }),
  z.object({ counts: z.record(z.enum(subscriptionFilters), z.int()), monthlyValueKobo: Kobo }),
)
/** One subscription by id. 404 `subscription_not_found`. */
export const getSubscription = get('subscribe/:id', inputSchema({ id: Id }), Subscription)
/** Invoices of a subscription, newest first. 404 `subscription_not_found`. */
export const listSubscriptionInvoices = get(
  'subscribe/:id/invoices',
  inputSchema({ id: Id, ...paginationFields }),
  Paginated(SubscriptionInvoice),
)

/**
 * Cancels a subscription: `now`, or at the end of the paid or free period (`period_end`, the default). A subscription
 * with status `attention` or `pending`, or whose period has ended, always ends now. The payer is notified. 409
 * `subscription_ended` when it has ended; 409 `subscription_ending` when it already ends with the period (`now` is
 * still possible).
 */
export const cancelSubscription = post(
  'subscribe/cancel',
  inputSchema({ id: Id, when: z.optional(z.enum(['now', 'period_end'])), note: z.optional(SingleLineText(200)) }),
  Subscription,
)
/**
 * Pauses a subscription: no charges until it is resumed; the paid period continues to its end. The payer is notified.
 * 409 `subscription_not_active` unless it is active and not paused; 409 `subscription_charging` while a charge is in
 * progress.
 */
export const pauseSubscription = post('subscribe/:id/pause', inputSchema({ id: Id }), Subscription)
/**
 * Resumes a paused subscription. When its period has ended meanwhile, a new period begins now and is charged within a
 * minute. The payer is notified. 409 `subscription_not_paused`.
 */
export const resumeSubscription = post('subscribe/:id/resume', inputSchema({ id: Id }), Subscription)

/** Cost of a plan change, as a preview. */
export const PlanChangePreview = z.object({
  plan: PlanOfSubscription,
  /** Price per period in kobo after the change. */
  amountKobo: Kobo,
  when: z.enum(['now', 'next_period']),
  /** Time of the preview. Send it with the change to be charged exactly the previewed amount. */
  previewedAt: Timestamp,
  /** Unused part of the current period in kobo. */
  unusedKobo: Kobo,
  /** Credit from earlier changes in kobo. */
  creditKobo: Kobo,
  /**
   * Price in kobo of the new plan for the rest of the period or, when the interval differs, for the new period that
   * begins now.
   */
  newPeriodKobo: Kobo,
  /** Amount charged at once in kobo: new price less unused amount and credit, never below zero. */
  dueNowKobo: Kobo,
  /** Credit left for the next charges in kobo. */
  creditLeftKobo: Kobo,
  /** Time of the next charge after the change. Null when none follows. */
  nextPaymentAt: z.nullable(Timestamp),
  /** Amount of that charge in kobo. */
  nextPaymentKobo: Kobo,
})
export type PlanChangePreview = z.infer<typeof PlanChangePreview>
const planChange = { id: Id, planId: Id, when: z.enum(['now', 'next_period']) }
/** Preview of the cost of a plan change, exact to the kobo at this moment. Same errors as the change itself. */
export const previewPlanChange = get('subscribe/:id/plan', inputSchema(planChange), PlanChangePreview)
/**
 * Changes the plan of a subscription: `now`, charging the difference, or from the `next_period`. With `previewedAt`
 * and `dueNowKobo` of a preview, exactly that amount is charged; a preview is valid for ten minutes and within the
 * period it was made in. With `dueNowKobo` alone, at most that amount is charged (an amount due of up to 1 % more is
 * reduced to it). Otherwise 409 `price_changed`: make a new preview. During a trial nothing is charged. 402
 * `payment_failed` when the charge is declined; nothing is changed then. 409 `plan_closed`, `same_plan`,
 * `above_mandate` (more than the mandate allows), `no_card`, `account_not_debited`, `subscription_charging` while a
 * charge is in progress, or `subscription_not_active` while it is paused, owes money or ends. A planned change is
 * cancelled by `next_period` with the current plan.
 */
export const changeSubscriptionPlan = post(
  'subscribe/:id/plan',
  inputSchema({ ...planChange, previewedAt: z.optional(Timestamp), dueNowKobo: z.optional(Kobo) }),
  Subscription,
)
/**
 * Emails the payer the link to their subscription page (view, cancel, change card), at most once a minute. 409
 * `link_sent` within that minute; 429 `email_limit_reached`.
 */
export const sendSubscriptionLink = post('subscribe/:id/link', inputSchema({ id: Id }), NoContent)
