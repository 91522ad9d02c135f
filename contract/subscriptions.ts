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

/** Which status may follow which; any other move is refused. */
export const subscriptionMoves: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  pending: ['active', 'cancelled'],
  active: ['attention', 'non_renewing', 'completed', 'cancelled'],
  attention: ['active', 'non_renewing', 'cancelled'],
  non_renewing: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}
/** Those of subscriptions that have not ended. */
export const runningStatuses = ['pending', 'active', 'attention', 'non_renewing'] as const

/** Why a subscription ends or has ended. */
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

export const SavedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
})
export type SavedCard = z.infer<typeof SavedCard>

const PlanOfSubscription = z.object({ id: Id, code: z.string(), name: z.string(), interval: Interval })

export const SubscriptionRow = z.object({
  id: Id,
  /** `SUB_` and 16 characters. */
  code: z.string(),
  status: SubscriptionStatus,
  /** Beside `active`: nothing is charged until it is resumed. */
  isPaused: z.boolean(),
  /** Beside `active` or `non_renewing`: nothing was charged yet. */
  isTrial: z.boolean(),
  plan: PlanOfSubscription,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** What each period costs this subscriber. */
  amountKobo: Kobo,
  /** The next charge, a retry included. Null where none is to come. */
  nextPaymentAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type SubscriptionRow = z.infer<typeof SubscriptionRow>

/** What stands in the way while the status is `attention`. */
export const Attention = z.object({
  /** As payments name it: `insufficient_funds`, `expired_card`. */
  code: z.string(),
  message: z.string(),
  /** The bank will not take this card any more: the customer was asked for another. */
  needsNewCard: z.boolean(),
  /** What is owed. */
  owedKobo: Kobo,
  /** How often it was tried; four times at most: on the day, and one, three and five days later. */
  attempts: z.int(),
  nextAttemptAt: z.nullable(Timestamp),
  /** When it is given up: the subscription then ends, or is left, as the plan says. Null once that is over. */
  lastChanceAt: z.nullable(Timestamp),
})
export type Attention = z.infer<typeof Attention>

export const Subscription = z.extend(SubscriptionRow, {
  /** Null until it is paid with, and where the payer has none. */
  card: z.nullable(SavedCard),
  /** The bank account that is debited instead of a card. `pending` lasts until its bank allows that. */
  mandate: z.nullable(z.object({ slug: z.string(), bankName: z.string(), last4: z.string() })),
  /** What the payer agreed to as she subscribed, word for word. */
  consentText: z.nullable(z.string()),
  trialEndsAt: z.nullable(Timestamp),
  /** What is paid for, or free: null while pending. */
  currentPeriod: z.nullable(z.object({ startsAt: Timestamp, endsAt: Timestamp })),
  /** Periods begun that are paid or owed. */
  charges: z.int(),
  chargeLimit: z.nullable(z.int()),
  /** All that came in; what was refunded since is not taken off. */
  collectedKobo: Kobo,
  /** Left over from a change of plan; the next charges are less by it. */
  creditKobo: Kobo,
  attention: z.nullable(Attention),
  /** A change that waits for the next period. */
  nextPlan: z.nullable(z.extend(PlanOfSubscription, { amountKobo: Kobo })),
  pausedAt: z.nullable(Timestamp),
  endReason: z.nullable(EndReason),
  /** What whoever cancelled said about it. */
  endNote: z.nullable(z.string()),
  /** When somebody cancelled; with `non_renewing` it goes on to `currentPeriod.endsAt`. */
  cancelledAt: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
  /** The link it was signed up by. */
  paymentLink: z.nullable(z.object({ id: Id, name: z.string() })),
  /** What happened, newest first, in plain sentences; at most 100. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Subscription = z.infer<typeof Subscription>

/** A period is paid for in advance; a change of plan has an invoice of its own for the difference. */
export const SubscriptionInvoice = z.object({
  id: Id,
  /** Counted up for each subscription by itself, from 1. */
  number: z.int(),
  kind: z.enum(['period', 'change']),
  status: z.enum(['pending', 'success', 'failed']),
  planName: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  /** The price, what was left over and is taken off, and what is charged. */
  amountKobo: Kobo,
  creditKobo: Kobo,
  dueKobo: Kobo,
  attempts: z.int(),
  /** The last try; null where nothing was to be charged, or nothing was tried yet. */
  paymentId: z.nullable(Id),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  nextAttemptAt: z.nullable(Timestamp),
  paidAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>

/** Statuses, and three that are a part of one: those that are paused, in their trial, or have not ended. */
export const subscriptionFilters = ['running', 'trial', 'paused', ...subscriptionStatuses] as const

const filters = {
  /** The beginning of an e-mail address, or a code. */
  search: z.optional(SearchText(254)),
  planId: z.optional(Id),
  customerId: z.optional(Id),
}

const { get, post, download } = endpointsFor('core', 'merchant')

/** Newest first. */
export const listSubscriptions = get(
  'subscribe',
  inputSchema({ ...paginationFields, ...filters, status: z.optional(z.enum(subscriptionFilters)) }),
  Paginated(SubscriptionRow),
)
/** All that the filter finds, in Lagos time and naira. */
export const downloadSubscriptions = download(
  'subscribe/csv/download',
  inputSchema({ ...filters, status: z.optional(z.enum(subscriptionFilters)), columns: csvColumns }),
  z.string(),
  'subscription.csv',
)
/** How many stand in each of `subscriptionFilters` (none left out), and what those that renew come to in a month. */
export const getSubscriptionTotals = get(
  'subscribe/totals',
  inputSchema({ planId: z.optional(Id) }),
  z.object({ counts: z.record(z.enum(subscriptionFilters), z.int()), monthlyValueKobo: Kobo }),
)
export const getSubscription = get('subscribe/:id', inputSchema({ id: Id }), Subscription)
export const listSubscriptionInvoices = get(
  'subscribe/:id/invoices',
  inputSchema({ id: Id, ...paginationFields }),
  Paginated(SubscriptionInvoice),
)

/**
 * Ends a subscription: `now`, or (where it is left out) with the period that is paid or free. One that owes, or waits, ends
 * now in any case. The payer is told. 409 `subscription_ended` where it has ended, `subscription_ending` where it does
 * already (cancelling `now` is still possible then).
 */
export const cancelSubscription = post(
  'subscribe/cancel',
  inputSchema({ id: Id, when: z.optional(z.enum(['now', 'period_end'])), note: z.optional(SingleLineText(200)) }),
  Subscription,
)
/** Charges nothing until it is resumed; what is paid goes on to its end. 409 unless it is active. */
export const pauseSubscription = post('subscribe/:id/pause', inputSchema({ id: Id }), Subscription)
/** Goes on where it stood; where its period has ended since, a new one begins now and is charged in the next minute. */
export const resumeSubscription = post('subscribe/:id/resume', inputSchema({ id: Id }), Subscription)

export const PlanChangePreview = z.object({
  plan: PlanOfSubscription,
  /** What a period costs from then on. */
  amountKobo: Kobo,
  when: z.enum(['now', 'next_period']),
  /** The instant these figures are for. Send it with the change to be charged exactly as previewed. */
  previewedAt: Timestamp,
  /** What is paid and not used up: of the present period, and what was left over before. */
  unusedKobo: Kobo,
  creditKobo: Kobo,
  /** What the new plan costs for the rest of the period, or, of another interval, for the period that begins now. */
  newPeriodKobo: Kobo,
  /** Charged at once: what the new period costs less what is not used up, and never below zero. */
  dueNowKobo: Kobo,
  /** What is left over then, for the next charges. */
  creditLeftKobo: Kobo,
  /** The next charge after that, when and how much. */
  nextPaymentAt: z.nullable(Timestamp),
  nextPaymentKobo: Kobo,
})
export type PlanChangePreview = z.infer<typeof PlanChangePreview>
const planChange = { id: Id, planId: Id, when: z.enum(['now', 'next_period']) }
/** What a change would cost, to the kobo, at this moment. Refused as the change would be. */
export const previewPlanChange = get('subscribe/:id/plan', inputSchema(planChange), PlanChangePreview)
/**
 * Changes the plan: now, for the difference, which is charged to the card; or from the next period on. With `previewedAt` and
 * `dueNowKobo` of a preview, exactly that amount is charged; the preview holds for ten minutes and for the period it was
 * made in. With `dueNowKobo` alone no more than that is charged. Otherwise 409 `price_changed`: preview the change again. 402 `payment_failed` where the card is declined: nothing is changed then. 409 `plan_closed`,
 * `same_plan`, or `subscription_not_active` while it is paused, owes, or ends.
 */
export const changeSubscriptionPlan = post(
  'subscribe/:id/plan',
  inputSchema({ ...planChange, previewedAt: z.optional(Timestamp), dueNowKobo: z.optional(Kobo) }),
  Subscription,
)
/** Mails the payer the link to the page where she sees and cancels it and changes the card; once a minute at most. */
export const sendSubscriptionLink = post('subscribe/:id/link', inputSchema({ id: Id }), NoContent)
