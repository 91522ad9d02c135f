import { hourMs, minuteMs } from './durations.ts'

/**
 * Webhook event types. `data` of an event is the object as its GET endpoint returned it at that moment; `object`
 * names it (`payment`: as `payments/:id`).
 */
export const webhookEvents = {
  'charge.success': { object: 'payment', text: 'A payment succeeded.' },
  'charge.failed': {
    object: 'payment',
    text: 'A payment was declined. It stays failed; a further attempt is a new payment.',
  },
  'charge.abandoned': { object: 'payment', text: 'A payment was not paid in time.' },
  'bank_transfer.rejected': {
    object: 'payment',
    text: 'A bank transfer of the wrong amount arrived. It is returned to its sender.',
  },
  'paymentlink.paid': {
    object: 'payment',
    text: 'A payment on a payment link succeeded. `data.paymentLink` is the link.',
  },
  'customer.created': { object: 'customer', text: 'A customer was created, by you or by their first payment.' },
  'invoice.created': { object: 'invoice', text: 'An invoice was created as a draft.' },
  'invoice.sent': { object: 'invoice', text: 'An invoice was sent to its customer for the first time.' },
  'invoice.paid': { object: 'invoice', text: 'An invoice was paid in full.' },
  'invoice.overdue': { object: 'invoice', text: 'An invoice was not paid in full by its due date.' },
  'invoice.payment_removed': {
    object: 'invoice',
    text: 'A recorded payment of an invoice was removed. A paid invoice is open again, unless it is paid without it.',
  },
  'plan.created': { object: 'plan', text: 'A plan was created.' },
  'subscription.created': { object: 'subscription', text: 'A customer subscribed to a plan.' },
  'subscription.updated': {
    object: 'subscription',
    text: 'The plan, quantity, coupon or add-ons of a subscription changed, or its cancellation was taken back.',
  },
  'subscription.renewed': {
    object: 'subscription',
    text: 'A subscription was renewed: its next period is paid or forgiven.',
  },
  'subscription.payment_failed': {
    object: 'subscription',
    text: 'A charge of a subscription failed. It is retried if that can help.',
  },
  'subscription.not_renew': {
    object: 'subscription',
    text: 'A subscription will not renew. It ends after the current period.',
  },
  'subscription.cancelled': { object: 'subscription', text: 'A subscription was cancelled before its last charge.' },
  'subscription.completed': { object: 'subscription', text: 'A subscription ended after its last charge.' },
  'subscription.expiring_card': {
    object: 'subscription',
    text: 'The card of a subscription expires before its next charge.',
  },
  'mandate.created': { object: 'mandate', text: 'A direct debit mandate was created.' },
  'mandate.authorized': {
    object: 'mandate',
    text: 'The customer’s transfer arrived, which proves that the account is theirs.',
  },
  'mandate.activated': { object: 'mandate', text: 'The bank approved a mandate.' },
  'mandate.ready': { object: 'mandate', text: 'A mandate can now be debited.' },
  'mandate.rejected': { object: 'mandate', text: 'The customer or the bank rejected a mandate.' },
  'mandate.suspended': { object: 'mandate', text: 'The bank suspended a mandate. Its debits wait.' },
  'mandate.cancelled': { object: 'mandate', text: 'A mandate was cancelled.' },
  'mandate.expired': {
    object: 'mandate',
    text: 'A mandate expired: its last day passed, or its full amount was debited.',
  },
  'debit.success': { object: 'debit', text: 'A debit of a mandate succeeded.' },
  'debit.failed': { object: 'debit', text: 'A debit of a mandate failed and is not retried.' },
  'debit.cancelled': {
    object: 'debit',
    text: 'A debit was cancelled: by you, because its mandate ended or was suspended, or because its mandate or a limit of your business did not allow it when it was due.',
  },
  'debit.skipped': { object: 'debit', text: 'The customer skipped a debit: it is not made. The mandate continues.' },
  'refund.pending': { object: 'refund', text: 'A refund was requested.' },
  'refund.processed': { object: 'refund', text: 'A refund reached the payer.' },
  'refund.failed': { object: 'refund', text: 'A refund failed. Its amount is back in your balance.' },
  'refund.needs_attention': { object: 'refund', text: 'A refund needs the payer’s bank account.' },
  'dispute.created': { object: 'dispute', text: 'A payer’s bank disputed a payment. Respond before `data.dueAt`.' },
  'dispute.reminder': { object: 'dispute', text: 'A dispute still waits for your response.' },
  'dispute.reopened': {
    object: 'dispute',
    text: 'A payer’s bank reopened a dispute. Respond again before `data.dueAt`.',
  },
  'dispute.resolved': { object: 'dispute', text: 'A dispute was resolved. `data.resolution` is the result.' },
  'settlement.created': { object: 'settlement', text: 'A settlement was created for your next payout.' },
  'settlement.paid': { object: 'settlement', text: 'A payout reached your bank account.' },
  'settlement.failed': { object: 'settlement', text: 'The bank returned a payout.' },
  'settlement.returned': {
    object: 'settlement',
    text: 'The bank sent a payout back that had reached your account. Its amount is part of the next settlement.',
  },
  'kyc.updated': { object: 'kyc', text: 'A verification item of the business was approved or rejected.' },
} as const satisfies Record<string, { object: string; text: string }>

export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** The types of events about one kind of object. */
export type WebhookEventOf<Name extends (typeof webhookEvents)[WebhookEventType]['object']> = {
  [Type in WebhookEventType]: (typeof webhookEvents)[Type]['object'] extends Name ? Type : never
}[WebhookEventType]

/** Event types by prefix, in the order of the catalogue: `charge` has `charge.success` and two more. */
export const webhookEventGroups: Readonly<Record<string, WebhookEventType[]>> = Object.groupBy(
  webhookEventTypes,
  (type) => type.slice(0, type.indexOf('.')),
) as Record<string, WebhookEventType[]>

/** Names of groups on screens that are not the prefix with a capital letter. */
const groupNames: Record<string, string> = {
  paymentlink: 'Payment link',
  bank_transfer: 'Bank transfer',
  kyc: 'Review',
}
export const webhookGroupName = (group: string): string =>
  groupNames[group] ?? group.charAt(0).toUpperCase() + group.slice(1)

/**
 * Delay before the next attempt by number of failed attempts: 1 min, 5 min, 30 min, 2 h, then 6 h each. The last
 * attempt is 72 h after the first.
 */
export const webhookRetryDelaysMs = [60_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const
export const webhookGiveUpMs = 72 * hourMs
export const webhookTimeoutMs = 7_000
