import { skippedByCustomer } from '@adire/contract/direct-debit.ts'
import type { WebhookData } from '@adire/contract/webhook-data-schemas.ts'
import type { WebhookEventType, webhookEvents } from '@adire/contract/webhook-events.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { type SampleTime, sampleId } from './sample-payment.ts'

type Changes = {
  [Type in WebhookEventType]?: (
    time: SampleTime,
    sample: WebhookData[(typeof webhookEvents)[Type]['object']],
  ) => Partial<WebhookData[(typeof webhookEvents)[Type]['object']]>
}

const failure = { code: 'insufficient_funds', message: 'Insufficient funds', bankCode: '51' }

const unpaid = { feeKobo: 0, vatKobo: 0, netKobo: 0, paidAt: null, expectedSettlementOn: null }
const withoutCard = { card: null, cardBrand: null, cardLast4: null }

const inDays = ({ day }: SampleTime, days: number) => startOfDay(addDays(day, days)).toISOString()

/** A mandate before its first debit, or after its last one. */
function mandateIn(
  status: WebhookData['mandate']['status'],
  allowed: WebhookData['mandate']['allowed'],
  standing: Partial<WebhookData['mandate']['standing']> = {},
): (time: SampleTime, sample: WebhookData['mandate']) => Partial<WebhookData['mandate']> {
  return (_, sample) => ({
    status,
    readyToDebit: false,
    nextDebitAt: null,
    allowed,
    standing: { ...sample.standing, ...standing, status, readyToDebit: false },
  })
}

const sentToBank = { status: 'success', bankReference: '100004261121093012', attempts: 1, nextTryAt: null } as const

const waitingForBank = ({ at }: SampleTime) => ({ waitsFor: 'bank' as const, waitsSince: at })

/** Fields in which the sample of an event differs from the usual sample of its object. */
export const sampleChanges: Changes = {
  'charge.failed': () => ({ ...unpaid, status: 'failed', failure }),
  'charge.abandoned': () => ({ ...unpaid, ...withoutCard, status: 'abandoned', channel: null }),
  'bank_transfer.rejected': () => ({
    ...unpaid,
    ...withoutCard,
    status: 'pending',
    channel: 'bank_transfer',
    transfer: { bankName: 'Test Bank', accountNumber: '0123456789', senderName: 'ADA OBI', senderBank: 'Access Bank' },
  }),
  'paymentlink.paid': () => ({
    paymentLink: { id: sampleId(10), name: 'Ankara by the yard' },
    charge: null,
    chargeReference: null,
    chargeMetadata: null,
  }),
  'invoice.created': () => ({ status: 'draft', sentAt: null }),
  'invoice.paid': ({ at }) => ({ status: 'paid', paidKobo: 4_500_000, paidAt: at }),
  'invoice.payment_removed': () => ({ status: 'pending', payments: [] }),
  'invoice.overdue': ({ day }) => ({ status: 'overdue', dueOn: addDays(day, -1) }),
  'subscription.payment_failed': (time) => ({
    status: 'attention',
    attention: {
      code: failure.code,
      message: failure.message,
      needsNewCard: false,
      owedKobo: 1_500_000,
      attempts: 1,
      scheduledAttempts: 4,
      isCharging: false,
      nextAttemptAt: inDays(time, 1),
      lastChanceAt: inDays(time, 7),
      endsAt: inDays(time, 7),
    },
  }),
  'subscription.not_renew': ({ at }) => ({
    status: 'non_renewing',
    nextPaymentAt: null,
    endReason: 'payer',
    cancelledAt: at,
  }),
  'subscription.cancelled': ({ at }) => ({
    status: 'cancelled',
    nextPaymentAt: null,
    card: null,
    endReason: 'payer',
    cancelledAt: at,
    endedAt: at,
  }),
  'subscription.completed': ({ at }) => ({
    status: 'completed',
    nextPaymentAt: null,
    card: null,
    charges: 12,
    chargeLimit: 12,
    collectedKobo: 18_000_000,
    endReason: 'limit_reached',
    endedAt: at,
  }),
  'mandate.created': (time, sample) => ({
    ...mandateIn('draft', ['edit', 'delete', 'send'], { waitsFor: 'business', waitsSince: time.at })(time, sample),
    sentAt: null,
    authorizedAt: null,
    activatedAt: null,
    readyAt: null,
  }),
  'mandate.authorized': (time, sample) => ({
    ...mandateIn('pending_activation', ['cancel'], waitingForBank(time))(time, sample),
    activatedAt: null,
    readyAt: null,
  }),
  'mandate.activated': (time, sample) => ({
    ...mandateIn('active', ['cancel'], waitingForBank(time))(time, sample),
    readyAt: null,
  }),
  'mandate.rejected': (time, sample) => ({
    ...mandateIn('rejected', [], { reason: 'The account is dormant' })(time, sample),
    activatedAt: null,
    readyAt: null,
  }),
  'mandate.suspended': (time, sample) =>
    mandateIn('suspended', ['cancel'], { ...waitingForBank(time), reason: 'The bank suspended it' })(time, sample),
  'mandate.cancelled': (time, sample) => ({
    ...mandateIn('cancelled', [], { reason: 'The customer cancelled it' })(time, sample),
    cancelledAt: time.at,
  }),
  'mandate.expired': mandateIn('expired', [], { reason: 'Its last day passed' }),
  'debit.failed': () => ({ status: 'failed', failure }),
  'debit.cancelled': () => ({
    status: 'cancelled',
    attempts: 0,
    paymentId: null,
    failure: { code: 'cancelled', message: 'Cancelled by the business', bankCode: null },
  }),
  'debit.skipped': () => ({
    status: 'cancelled',
    attempts: 0,
    paymentId: null,
    failure: { code: skippedByCustomer, message: 'Skipped by the customer', bankCode: null },
  }),
  'refund.processed': ({ at }) => ({ status: 'processed', processedAt: at }),
  'refund.failed': () => ({ status: 'failed', failureMessage: 'The bank could not pay it' }),
  'refund.needs_attention': () => ({ status: 'needs_attention', failureMessage: 'The card is closed' }),
  'dispute.resolved': ({ at }) => ({ status: 'resolved', resolution: 'won', heldKobo: 0, resolvedAt: at }),
  'settlement.paid': ({ at }) => ({ ...sentToBank, paidAt: at }),
  'settlement.failed': () => ({ status: 'failed', attempts: 1, failureMessage: 'The account is closed' }),
  'settlement.returned': ({ at }) => ({
    ...sentToBank,
    paidAt: at,
    returnedAt: at,
    returnReason: 'The bank sent the money back',
  }),
}
