import { chargeForNet } from '@adire/contract/fees.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { debitBanks, ussdBanks } from '../../features/checkout/banks.ts'
import { applyOutcome } from '../../features/payments/apply-outcome.ts'
import {
  addPayment,
  appendPaymentEvent,
  type PaymentRecord,
  updatePaymentRecord,
} from '../../features/payments/move.ts'
import type { Tx } from '../connect.ts'
import type { RandomSource } from './chance.ts'
import type { DemoLink } from './links.ts'
import { type DemoPayer, demoBanks, demoCards } from './payers.ts'

const minuteMs = 60_000

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
  const amountKobo =
    link.feeBearer === 'merchant'
      ? priceKobo
      : chargeForNet(channel === 'card' ? 'card_local' : channel, priceKobo).amountKobo
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
  await end({ ...context, now: endedAt }, chance, payment)
}

/** Records the payer's choice of a payment method. */
export async function choosePaymentMethod(
  { tx }: Context,
  chance: RandomSource,
  payment: PaymentRecord,
  payer: DemoPayer,
  at: Date,
) {
  if (payer.prefers === 'bank_transfer') {
    await appendPaymentEvent(tx, payment, at, 'account_opened', 'The payer was given an account number')
    return updatePaymentRecord(tx, payment, {
      channel: 'bank_transfer',
      step: 'pay_offline',
      transferBank: 'Sandbox Bank',
      transferAccountNumber: `90${chance.digits(8)}`,
      transferAccountName: 'Tola Atelier',
      transferExpiresAt: payment.expiresAt,
    })
  }
  if (payer.prefers !== 'card') return chooseBank(tx, chance, payment, payer.prefers, at)
  const { brand, bin } = demoCards[payer.card]
  await appendPaymentEvent(tx, payment, at, 'card', `Card ending ${payer.cardLast4} entered`)
  return updatePaymentRecord(tx, payment, {
    channel: 'card',
    step: 'pending',
    cardBrand: brand,
    cardBin: bin,
    cardLast4: payer.cardLast4,
    cardExpiryMonth: 1 + chance.below(12),
    cardExpiryYear: 2027 + chance.below(3),
    cardBank: payer.bank,
  })
}

async function chooseBank(
  tx: Tx,
  chance: RandomSource,
  payment: PaymentRecord,
  channel: 'ussd' | 'qr' | 'bank_account',
  at: Date,
) {
  if (channel === 'bank_account') {
    const [senderBank, senderAccount] = [chance.pick(debitBanks).name, chance.digits(4)]
    await appendPaymentEvent(
      tx,
      payment,
      at,
      'account_entered',
      `The account ending ${senderAccount} at ${senderBank} was entered`,
    )
    return updatePaymentRecord(tx, payment, { channel, step: 'send_otp', senderBank, senderAccount })
  }
  const bank = chance.pick(ussdBanks)
  const offlineCode = channel === 'ussd' ? `*${bank.dial}*000*${chance.digits(8)}#` : null
  const eventText = offlineCode ? `The code ${offlineCode} of ${bank.name} was shown` : 'A QR code was shown'
  await appendPaymentEvent(tx, payment, at, 'code_shown', eventText)
  const senderBank = channel === 'ussd' ? bank.name : null
  return updatePaymentRecord(tx, payment, { channel, step: 'pay_offline', senderBank, offlineCode })
}

async function end(context: Context, chance: RandomSource, payment: PaymentRecord) {
  const key = { merchantId: payment.merchantId, id: payment.id }
  const isCard = payment.channel === 'card'
  const outcome = chance.weighted(isCard ? cardOutcomes : transferOutcomes)
  if (outcome === 'failed') return applyOutcome(context, key, { kind: 'failed', reason: chance.weighted(declines) })
  if (outcome === 'abandoned') {
    const givenUpAt = new Date(payment.expiresAt.getTime() + minuteMs)
    return applyOutcome({ ...context, now: givenUpAt }, key, { kind: 'abandoned' })
  }
  const paidBy = paidByChannel[payment.channel as DemoPayer['prefers']]
  if (paidBy !== 'transfer') return applyOutcome(context, key, { kind: 'success', paidBy })
  const sender = { name: payment.customerName!.toUpperCase(), bank: chance.pick(demoBanks) }
  return applyOutcome(context, key, { kind: 'success', paidBy, sender })
}

const paidByChannel = {
  card: 'card',
  bank_transfer: 'transfer',
  ussd: 'ussd',
  qr: 'qr',
  bank_account: 'account',
} as const

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
