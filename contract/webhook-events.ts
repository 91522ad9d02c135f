/**
 * Webhook event types. `data` of an event is the object as its GET endpoint returned it at that moment; `object`
 * names it (`payment`: as `payments/:id`).
 */
export const webhookEvents = {
  'charge.success': { object: 'payment', text: 'A payment succeeded: the money is yours.' },
  'charge.failed': {
    object: 'payment',
    text: 'The bank refused a payment. It stays failed; another try is another payment.',
  },
  'charge.abandoned': { object: 'payment', text: 'Nobody paid in time, and the payment was given up.' },
  'bank_transfer.rejected': {
    object: 'payment',
    text: 'A transfer of a wrong amount came in for a payment and goes back to its sender.',
  },
  'paymentlink.paid': { object: 'payment', text: 'Somebody paid by a payment link: `data.paymentLink` names it.' },
  'customer.created': { object: 'customer', text: 'A customer was added, by you or by paying for the first time.' },
  'invoice.created': { object: 'invoice', text: 'An invoice was made, as a draft.' },
  'invoice.sent': { object: 'invoice', text: 'An invoice was sent to its customer for the first time.' },
  'invoice.paid': { object: 'invoice', text: 'An invoice is paid in full.' },
  'invoice.overdue': { object: 'invoice', text: 'The due date of an invoice passed, and something is still owed.' },
  'plan.created': { object: 'plan', text: 'A plan was made.' },
  'subscription.created': { object: 'subscription', text: 'Somebody subscribed to a plan.' },
  'subscription.renewed': { object: 'subscription', text: 'A further period of a subscription was paid.' },
  'subscription.payment_failed': {
    object: 'subscription',
    text: 'A charge for a subscription failed. We try again where that can help.',
  },
  'subscription.not_renew': {
    object: 'subscription',
    text: 'A subscription will end with the period that is paid.',
  },
  'subscription.cancelled': { object: 'subscription', text: 'A subscription ended before all its charges were made.' },
  'subscription.completed': { object: 'subscription', text: 'A subscription ended with the last of its charges.' },
  'subscription.expiring_card': {
    object: 'subscription',
    text: 'The card of a subscription expires before its next charge.',
  },
  'mandate.created': { object: 'mandate', text: 'A direct debit mandate was made.' },
  'mandate.authorized': { object: 'mandate', text: 'The customer’s transfer arrived that proves whose account it is.' },
  'mandate.activated': { object: 'mandate', text: 'The bank approved a mandate.' },
  'mandate.ready': { object: 'mandate', text: 'A mandate can be debited from now on.' },
  'mandate.rejected': { object: 'mandate', text: 'The customer or the bank refused a mandate.' },
  'mandate.suspended': { object: 'mandate', text: 'The bank suspended a mandate; its debits wait.' },
  'mandate.cancelled': { object: 'mandate', text: 'A mandate was cancelled.' },
  'mandate.expired': { object: 'mandate', text: 'A mandate is over: its last day passed, or all of it was debited.' },
  'debit.success': { object: 'debit', text: 'A debit of a mandate succeeded.' },
  'debit.failed': { object: 'debit', text: 'A debit of a mandate failed, and is not tried again.' },
  'refund.pending': { object: 'refund', text: 'A refund was asked for.' },
  'refund.processed': { object: 'refund', text: 'A refund reached the payer.' },
  'refund.failed': { object: 'refund', text: 'A refund did not reach the payer; the money is back in your balance.' },
  'refund.needs_attention': { object: 'refund', text: 'A refund needs the payer’s bank account.' },
  'dispute.created': { object: 'dispute', text: 'A payer’s bank wants a payment back. Answer before `data.dueAt`.' },
  'dispute.reminder': { object: 'dispute', text: 'A dispute is still waiting for your answer.' },
  'dispute.reopened': {
    object: 'dispute',
    text: 'A payer’s bank came back to a dispute: answer again before `data.dueAt`.',
  },
  'dispute.resolved': { object: 'dispute', text: 'A dispute was decided: `data.resolution` says how.' },
  'settlement.created': { object: 'settlement', text: 'What you are paid out next was gathered.' },
  'settlement.paid': { object: 'settlement', text: 'A payout reached your bank account.' },
  'settlement.failed': { object: 'settlement', text: 'A payout came back from the bank.' },
  'kyc.updated': { object: 'kyc', text: 'What we ask a business to submit was decided about.' },
} as const satisfies Record<string, { object: string; text: string }>

export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** Event types by prefix, in the order of the catalogue: `charge` has `charge.success` and two more. */
export const webhookEventGroups: Readonly<Record<string, WebhookEventType[]>> = Object.groupBy(
  webhookEventTypes,
  (type) => type.slice(0, type.indexOf('.')),
) as Record<string, WebhookEventType[]>

/**
 * Delay before the next attempt by number of failed attempts: 1 min, 5 min, 30 min, 2 h, then 6 h each. The last
 * attempt is 72 h after the first.
 */
export const webhookRetryDelaysMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000] as const
export const webhookGiveUpMs = 72 * 3_600_000
export const webhookTimeoutMs = 7_000
