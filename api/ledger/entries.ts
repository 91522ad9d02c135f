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

interface Settled {
  id: string
  reference: string
  merchantId: string
}

/** Takings are settled: they are free to be paid out. A settlement may gather several times, each `part` an entry. */
export const takingsSettled = (
  { id, reference, merchantId, part, amountKobo }: Settled & { part: number; amountKobo: number },
  at: Date,
): Entry => ({
  reference: `settlement:${id}:${part}`,
  description: `Settlement ${reference}`,
  at,
  postings: [
    { source: merchantAccount(merchantId, 'pending'), target: merchantAccount(merchantId, 'available'), amountKobo },
  ],
})

interface Reserve {
  id: string
  reference: string
  merchantId: string
  amountKobo: number
}

/** The agreed part of takings is held back. */
export const reserveHeld = ({ id, reference, merchantId, amountKobo }: Reserve, at: Date): Entry => ({
  reference: `reserve:${id}`,
  description: `Reserve of settlement ${reference}`,
  at,
  postings: [
    { source: merchantAccount(merchantId, 'pending'), target: merchantAccount(merchantId, 'reserved'), amountKobo },
  ],
})

/** Its day has come: it is settled with what was collected on that day. */
export const reserveReleased = (reserve: Reserve, at: Date): Entry => ({
  ...reversed(reserveHeld(reserve, at)),
  reference: `reserve:${reserve.id}:released`,
  description: `Reserve of settlement ${reserve.reference} released`,
})

interface Payout extends Settled {
  /** How often the bank was asked before, and once more. */
  attempt: number
  amountKobo: number
  stampDutyKobo: number
  stampDutyBearer: 'merchant' | 'platform'
}

/** The bank is about to be asked to pay: the money is on its way, and stamp duty on it is owed to the tax office. */
export function payoutStarted(mode: Mode, payout: Payout, at: Date): Entry {
  const { id, reference, merchantId, attempt, amountKobo, stampDutyKobo, stampDutyBearer } = payout
  const available = merchantAccount(merchantId, 'available')
  const postings = [
    { source: available, target: merchantAccount(merchantId, 'in_payout'), amountKobo },
    {
      source: stampDutyBearer === 'merchant' ? available : houseAccount(mode, 'fees'),
      target: houseAccount(mode, 'stamp_duty'),
      amountKobo: stampDutyKobo,
    },
  ]
  return {
    reference: `payout:${id}:${attempt}`,
    description: `Payout ${attempt} of settlement ${reference}`,
    at,
    postings: postings.filter((posting) => posting.amountKobo > 0),
  }
}

/** The bank did not pay: everything is back where it was. */
export const payoutReturned = (mode: Mode, payout: Payout, at: Date): Entry => ({
  ...reversed(payoutStarted(mode, payout, at)),
  description: `Payout ${payout.attempt} of settlement ${payout.reference} came back`,
})

/** The bank paid. */
export const payoutPaid = (mode: Mode, payout: Payout, at: Date): Entry => ({
  reference: `payout:${payout.id}:${payout.attempt}:paid`,
  description: `Payout ${payout.attempt} of settlement ${payout.reference} paid`,
  at,
  postings: [
    {
      source: merchantAccount(payout.merchantId, 'in_payout'),
      target: houseAccount(mode, 'bank'),
      amountKobo: payout.amountKobo,
    },
  ],
})
