import type { Mode } from '@adire/contract/call.ts'
import { type Account, houseAccount, merchantAccount } from './accounts.ts'

/** `amountKobo`, above zero, leaves `source` and reaches `target`: an entry made of these cannot fail to balance. */
export interface Posting {
  source: Account
  target: Account
  amountKobo: number
}

export interface Entry {
  /** What makes the entry one: posted again under it, nothing happens. */
  reference: string
  description: string
  at: Date
  postings: Posting[]
}

interface ReceivedPayment {
  id: string
  reference: string
  merchantId: string
  /** What the payer paid. Net, fee and VAT sum to it. */
  amountKobo: number
  feeKobo: number
  vatKobo: number
  netKobo: number
}

/** A payer paid: the processor owes us the amount, of which the merchant gets the net and the house its fee and VAT. */
export function paymentReceived(mode: Mode, payment: ReceivedPayment, at: Date): Entry {
  const { merchantId, amountKobo, feeKobo, vatKobo, netKobo } = payment
  if (netKobo + feeKobo + vatKobo !== amountKobo)
    throw new RangeError(`Net, fee and VAT of ${payment.reference} do not sum to its amount`)
  const source = houseAccount(mode, 'processor_clearing')
  const postings = [
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: netKobo },
    { source, target: houseAccount(mode, 'fees'), amountKobo: feeKobo },
    { source, target: houseAccount(mode, 'vat'), amountKobo: vatKobo },
  ]
  return {
    reference: `payment:${payment.id}`,
    description: `Payment ${payment.reference}`,
    at,
    postings: postings.filter((posting) => posting.amountKobo > 0),
  }
}

/** What a merchant's money was taken from, each account by its part. The parts of a sum are above zero or left out. */
export interface Parts {
  pendingKobo: number
  availableKobo: number
}

interface RefundToTake extends Parts {
  id: string
  reference: string
  merchantId: string
}

/** A payer gets money back: it leaves what the merchant has, and the processors hold that much less. Our fee stays. */
export function refundTaken(mode: Mode, refund: RefundToTake, at: Date): Entry {
  const { id, reference, merchantId } = refund
  const target = houseAccount(mode, 'processor_clearing')
  return {
    reference: `refund:${id}`,
    description: `Refund ${reference}`,
    at,
    postings: fromParts(merchantId, refund, target),
  }
}

/** The refund did not reach its payer: every part goes back where it came from. */
export function refundReturned(mode: Mode, refund: RefundToTake, at: Date): Entry {
  const taken = refundTaken(mode, refund, at)
  return { ...reversed(taken), description: `Refund ${refund.reference} failed` }
}

const reversed = (entry: Entry): Entry => ({
  ...entry,
  reference: `${entry.reference}:reversed`,
  postings: entry.postings.map(({ source, target, amountKobo }) => ({ source: target, target: source, amountKobo })),
})

const fromParts = (merchantId: string, { pendingKobo, availableKobo }: Parts, target: Account): Posting[] =>
  [
    { source: merchantAccount(merchantId, 'pending'), target, amountKobo: pendingKobo },
    { source: merchantAccount(merchantId, 'available'), target, amountKobo: availableKobo },
  ].filter((posting) => posting.amountKobo > 0)

interface Disputed {
  id: string
  reference: string
  merchantId: string
  /** How often money was moved for it before. */
  entries: number
}

const disputeEntry = ({ id, reference, entries }: Disputed, what: string, at: Date, postings: Posting[]): Entry => ({
  reference: `dispute:${id}:${entries}`,
  description: `Dispute ${reference} ${what}`,
  at,
  postings: postings.filter((posting) => posting.amountKobo > 0),
})

/** What a payer's bank wants back is held until it has decided: it can be neither paid out nor refunded. */
export const disputeHeld = (dispute: Disputed & Parts, at: Date): Entry =>
  disputeEntry(
    dispute,
    'held',
    at,
    fromParts(dispute.merchantId, dispute, merchantAccount(dispute.merchantId, 'reserved')),
  )

interface Decided extends Disputed {
  heldKobo: number
  lostKobo: number
}

/**
 * A dispute is decided: what was lost leaves what was held, and what was held beyond that is the merchant's again. The
 * bank takes the whole of what was lost: what was not held the house advances.
 */
export function disputeDecided(mode: Mode, dispute: Decided, at: Date): Entry {
  const { merchantId, heldKobo, lostKobo } = dispute
  const fromHeld = Math.min(heldKobo, lostKobo)
  const source = merchantAccount(merchantId, 'reserved')
  const bank = houseAccount(mode, 'processor_clearing')
  return disputeEntry(dispute, 'decided', at, [
    { source, target: bank, amountKobo: fromHeld },
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: heldKobo - fromHeld },
    { source: houseAccount(mode, 'advances'), target: bank, amountKobo: lostKobo - fromHeld },
  ])
}

/** The merchant pays back what the house advanced, out of what came in since. */
export const disputeRepaid = (mode: Mode, dispute: Disputed & Parts, at: Date): Entry =>
  disputeEntry(dispute, 'repaid', at, fromParts(dispute.merchantId, dispute, houseAccount(mode, 'advances')))
