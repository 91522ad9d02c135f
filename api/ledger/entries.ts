import type { Mode } from '@adire/contract/call.ts'
import { debtAccount, type LedgerAccount, merchantAccount, platformAccount } from './accounts.ts'

/** `amountKobo`, above zero, leaves `source` and reaches `target`: an entry made of these cannot fail to balance. */
export interface LedgerPosting {
  source: LedgerAccount
  target: LedgerAccount
  amountKobo: number
}

export interface LedgerEntry {
  /** What makes the entry one: posted again under it, nothing happens. */
  reference: string
  description: string
  at: Date
  postings: LedgerPosting[]
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
  /** What of the net parties get whom the merchant shares it with. */
  shares?: { recipientId: string; netKobo: number }[]
}

/** A payer paid: the processor owes us the amount, of which the merchant and its parties get the net and the house its fee and VAT. */
export function paymentReceived(mode: Mode, payment: ReceivedPayment, at: Date): LedgerEntry {
  const { merchantId, amountKobo, feeKobo, vatKobo, netKobo, shares = [] } = payment
  if (netKobo + feeKobo + vatKobo !== amountKobo)
    throw new RangeError(`Net, fee and VAT of ${payment.reference} do not sum to its amount`)
  const merchantKobo = shares.reduce((left, share) => left - share.netKobo, netKobo)
  if (merchantKobo < 0) throw new RangeError(`The shares of ${payment.reference} come to more than its net`)
  const source = platformAccount(mode, 'processor_clearing')
  const postings = [
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: merchantKobo },
    ...shares.map(({ recipientId, netKobo: amountKobo }) => ({
      source,
      target: merchantAccount(recipientId, 'pending'),
      amountKobo,
    })),
    { source, target: platformAccount(mode, 'fees'), amountKobo: feeKobo },
    { source, target: platformAccount(mode, 'vat'), amountKobo: vatKobo },
  ]
  return {
    reference: `payment:${payment.id}`,
    description: `Payment ${payment.reference}`,
    at,
    postings: filterMoving(postings),
  }
}

const filterMoving = (postings: LedgerPosting[]) => postings.filter((posting) => posting.amountKobo > 0)

/** What a merchant's money was taken from, each account by its part. The parts of a sum are above zero or left out. */
export interface BalanceParts {
  pendingKobo: number
  availableKobo: number
}

/** What a party gives of what goes back; what it is short of the merchant gives, and has lent it. */
export interface RecipientParts extends BalanceParts {
  recipientId: string
  advancedKobo: number
  /** What of that it has repaid since: its own again where the money comes back. */
  repaidKobo?: number
}

interface RefundToTake extends BalanceParts {
  id: string
  reference: string
  /** Its own parts hold what it lends. */
  merchantId: string
  recipients?: RecipientParts[]
}

/** A payer gets money back: it leaves what merchant and parties have, and the processors hold that much less. Our fee stays. */
export function refundTaken(mode: Mode, refund: RefundToTake, at: Date): LedgerEntry {
  const { id, reference, merchantId, recipients = [] } = refund
  const target = platformAccount(mode, 'processor_clearing')
  return {
    reference: `refund:${id}`,
    description: `Refund ${reference}`,
    at,
    postings: [
      ...fromParts(merchantId, refund, target),
      ...recipients.flatMap((recipient) => [
        ...fromParts(recipient.recipientId, recipient, target),
        ...advancePostings(merchantId, recipient.recipientId, recipient.advancedKobo),
      ]),
    ],
  }
}

/**
 * The refund did not reach its payer: every part goes back where it came from. Of what was lent to a party, what it has
 * repaid since is the party's again.
 */
export function refundReturned(mode: Mode, refund: RefundToTake, at: Date): LedgerEntry {
  const recipients = (refund.recipients ?? []).map(({ repaidKobo = 0, ...recipient }) => ({
    ...recipient,
    pendingKobo: recipient.pendingKobo + repaidKobo,
    advancedKobo: recipient.advancedKobo - repaidKobo,
  }))
  const repaid = (refund.recipients ?? []).reduce((sum, { repaidKobo = 0 }) => sum + repaidKobo, 0)
  const pendingKobo = Math.max(0, refund.pendingKobo - repaid)
  const availableKobo = refund.pendingKobo + refund.availableKobo - repaid - pendingKobo
  const taken = refundTaken(mode, { ...refund, pendingKobo, availableKobo, recipients }, at)
  return { ...reverseEntry(taken), description: `Refund ${refund.reference} failed` }
}

const advancePostings = (merchantId: string, recipientId: string, amountKobo: number): LedgerPosting[] =>
  filterMoving([
    { source: debtAccount(recipientId, 'receivable'), target: debtAccount(merchantId, 'advance'), amountKobo },
  ])

interface Debt extends BalanceParts {
  id: string
  name: string
  merchantId: string
}

/** A party gives its merchant what it was lent, out of its shares since. `id` makes it one. */
export const debtRepaid = (recipientId: string, debt: Debt, at: Date): LedgerEntry => ({
  reference: `repaid:${debt.id}`,
  description: `Repaid by ${debt.name}`,
  at,
  postings: [
    ...fromParts(recipientId, debt, merchantAccount(debt.merchantId, 'pending')),
    ...advancePostings(debt.merchantId, recipientId, debt.pendingKobo + debt.availableKobo).map(reversePosting),
  ],
})

const reversePosting = ({ source, target, amountKobo }: LedgerPosting): LedgerPosting => ({
  source: target,
  target: source,
  amountKobo,
})

export const reverseEntry = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  reference: `${entry.reference}:reversed`,
  postings: entry.postings.map(reversePosting),
})

const fromParts = (
  owner: string,
  { pendingKobo, availableKobo }: BalanceParts,
  target: LedgerAccount,
): LedgerPosting[] =>
  filterMoving([
    { source: merchantAccount(owner, 'pending'), target, amountKobo: pendingKobo },
    { source: merchantAccount(owner, 'available'), target, amountKobo: availableKobo },
  ])

interface Disputed {
  id: string
  reference: string
  merchantId: string
  /** How often money was moved for it before. */
  entries: number
}

const disputeEntry = (
  { id, reference, entries }: Disputed,
  what: string,
  at: Date,
  postings: LedgerPosting[],
): LedgerEntry => ({
  reference: `dispute:${id}:${entries}`,
  description: `Dispute ${reference} ${what}`,
  at,
  postings: filterMoving(postings),
})

type HeldParts = BalanceParts & { recipients?: (BalanceParts & { recipientId: string })[] }

/**
 * What a payer's bank wants back is held until it has decided, with the merchant whatever its parties give of it: it can be
 * neither paid out nor refunded.
 */
export function disputeHeld(dispute: Disputed & HeldParts, at: Date): LedgerEntry {
  const { merchantId, recipients = [] } = dispute
  const held = merchantAccount(merchantId, 'reserved')
  return disputeEntry(dispute, 'held', at, [
    ...fromParts(merchantId, dispute, held),
    ...recipients.flatMap((recipient) => fromParts(recipient.recipientId, recipient, held)),
  ])
}

interface Decided extends Disputed {
  heldKobo: number
  lostKobo: number
  /** What of the held is each party's, and what it loses. */
  recipients?: { recipientId: string; heldKobo: number; lostKobo: number }[]
}

/** What of a held sum is for the bank: parties get back what they gave beyond their part before anything else. */
export function heldForBank({ heldKobo, lostKobo, recipients = [] }: Omit<Decided, keyof Disputed>) {
  const back = recipients.reduce((sum, recipient) => sum + Math.max(0, recipient.heldKobo - recipient.lostKobo), 0)
  return { backKobo: back, bankKobo: Math.min(heldKobo - back, lostKobo) }
}

/**
 * A dispute is decided: what was lost leaves what was held, and what was held beyond that is again whose it was. The bank
 * takes the whole of what was lost: what was not held the house advances, and a party whose part others gave owes the merchant.
 */
export function disputeDecided(mode: Mode, dispute: Decided, at: Date): LedgerEntry {
  const { merchantId, heldKobo, lostKobo, recipients = [] } = dispute
  const { backKobo, bankKobo } = heldForBank(dispute)
  const source = merchantAccount(merchantId, 'reserved')
  const bank = platformAccount(mode, 'processor_clearing')
  return disputeEntry(dispute, 'decided', at, [
    { source, target: bank, amountKobo: bankKobo },
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: heldKobo - backKobo - bankKobo },
    { source: platformAccount(mode, 'advances'), target: bank, amountKobo: lostKobo - bankKobo },
    ...recipients.flatMap(({ recipientId, ...recipient }) => [
      { source, target: merchantAccount(recipientId, 'pending'), amountKobo: recipient.heldKobo - recipient.lostKobo },
      ...advancePostings(merchantId, recipientId, recipient.lostKobo - recipient.heldKobo),
    ]),
  ])
}

/** The merchant pays back what the house advanced, out of what came in since. */
export const disputeRepaid = (mode: Mode, dispute: Disputed & BalanceParts, at: Date): LedgerEntry =>
  disputeEntry(dispute, 'repaid', at, fromParts(dispute.merchantId, dispute, platformAccount(mode, 'advances')))
