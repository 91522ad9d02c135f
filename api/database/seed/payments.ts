import { minuteMs } from '@adire/contract/durations.ts'
import { chargeForNet, priceOf } from '@adire/contract/fees.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { applyOutcome } from '../../features/payments/apply-outcome.ts'
import { serverChannels } from '../../features/payments/channels/channels.ts'
import {
  addPayment,
  appendPaymentEvent,
  type PaymentRecord,
  updatePaymentRecord,
} from '../../features/payments/move.ts'
import type { RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'
import type { DemoLink } from './links.ts'
import { type DemoPayer, demoBanks, demoCards } from './payers.ts'

const declines: readonly (readonly [DeclineReason, number])[] = [
  ['insufficient_funds', 46],
  ['do_not_honour', 22],
  ['incorrect_pin', 14],
  ['issuer_unavailable', 10],
  ['expired_card', 5],
  ['suspected_fraud', 3],
]

export interface DemoPayment {
  merchantId: string
  link: DemoLink
  payer: DemoPayer
  at: Date
}

/** A demo payment, started at its time and then completed by `applyOutcome`, like a real one. */
export async function seedPayment(
  context: Context,
  chance: RandomSource,
  { merchantId, link, payer, at }: DemoPayment,
) {
  const channel = payer.prefers
  const priceKobo = link.amountKobo ?? chosenAmount(chance)
  const amountKobo = link.feeBearer === 'merchant' ? priceKobo : chargeForNet(priceOf(channel), priceKobo).amountKobo
  const { tx } = context
  const started = await addPayment(tx, {
    merchantId,
    reference: `pay_${chance.code(16)}`,
    accessCode: chance.code(32),
    checkoutId: crypto.randomUUID(),
    paymentLinkId: link.id,
    status: 'pending',
    step: 'select_channel',
    priceKobo,
    amountKobo,
    feeBearer: link.feeBearer,
    ...link.shared,
    customerEmail: payer.email,
    customerName: payer.name,
    ...customFieldValues(chance, link),
    ipAddress: `102.89.${chance.below(256)}.${chance.below(256)}`,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 30 * minuteMs),
  })
  await appendPaymentEvent(tx, started, at, 'started', 'Checkout started')
  const chosenAt = new Date(at.getTime() + 20_000 + chance.below(60_000))
  const payment = await choosePaymentMethod(context, chance, started, payer, chosenAt)
  const endedAt = new Date(chosenAt.getTime() + (channel === 'card' ? 15_000 : 60_000) + chance.below(90_000))
  await endPayment(contextAt(context, endedAt), chance, payment)
}

/** Records the payer's choice of a payment method. */
export async function choosePaymentMethod(
  { tx }: Context,
  chance: RandomSource,
  payment: PaymentRecord,
  { prefers: channel, card, cardLast4: last4, bank }: DemoPayer,
  at: Date,
) {
  const choice = serverChannels[channel].demo?.(chance, { card: { ...demoCards[card], last4, bank } }, payment)
  if (!choice) throw new Error(`No demo payer pays by ${channel}`)
  await appendPaymentEvent(tx, payment, at, choice.event.kind, choice.event.text)
  return updatePaymentRecord(tx, payment, {
    channel,
    channelDetails: choice.details,
    processor: 'sandbox',
    processorReference: payment.reference,
    ...choice.fields,
  })
}

async function endPayment(context: Context, chance: RandomSource, payment: PaymentRecord) {
  const key = { merchantId: payment.merchantId, id: payment.id }
  const isCard = payment.channel === 'card'
  const outcome = chance.weighted(isCard ? cardOutcomes : transferOutcomes)
  if (outcome === 'failed') return applyOutcome(context, key, { kind: 'failed', reason: chance.weighted(declines) })
  if (outcome === 'abandoned') {
    const givenUpAt = new Date(payment.expiresAt.getTime() + minuteMs)
    return applyOutcome(contextAt(context, givenUpAt), key, { kind: 'abandoned' })
  }
  const paidBy = payment.channel!
  if (paidBy !== 'bank_transfer') return applyOutcome(context, key, { kind: 'success', paidBy })
  const sender = { name: payment.customerName!.toUpperCase(), bank: chance.pick(demoBanks) }
  return applyOutcome(context, key, { kind: 'success', paidBy, sender })
}

const cardOutcomes = [
  ['success', 89],
  ['failed', 8],
  ['abandoned', 3],
] as const
const transferOutcomes = [
  ['success', 93],
  ['abandoned', 7],
] as const

/** The payer's values for the link's custom fields and phone number. */
function customFieldValues(chance: RandomSource, { customFields, collectPhone }: DemoLink) {
  const metadata = customFields
    .filter(({ required }) => required || chance.next() < 0.5)
    .map(({ key, label, choices }) => ({ key, label, value: chance.pick(choices.length > 0 ? choices : occasions) }))
  return {
    metadata: metadata.length > 0 ? metadata : null,
    customerPhone: collectPhone ? `+23480${chance.digits(8)}` : null,
  }
}

const occasions = ['A wedding', 'Church', 'Naming ceremony', 'My birthday'] as const

/** A plausible amount, mostly small and sometimes large, in steps of NGN 500; in kobo. */
const chosenAmount = (chance: RandomSource) =>
  Math.max(4, Math.round(Math.exp(2.2 + chance.next() * 2.6 + chance.next() * 1.2))) * 500_00
