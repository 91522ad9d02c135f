import type { Mode } from '@adire/contract/call.ts'
import { type Account, debtAccount, houseAccount, merchantAccount } from './accounts.ts'

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
  /** What of the net parties get whom the merchant shares it with. */
  shares?: { partyId: string; netKobo: number }[]
}

/** A payer paid: the processor owes us the amount, of which the merchant and its parties get the net and the house its fee and VAT. */
export function paymentReceived(mode: Mode, payment: ReceivedPayment, at: Date): Entry {
  const { merchantId, amountKobo, feeKobo, vatKobo, netKobo, shares = [] } = payment
  if (netKobo + feeKobo + vatKobo !== amountKobo)
    throw new RangeError(`Net, fee and VAT of ${payment.reference} do not sum to its amount`)
  const ownKobo = shares.reduce((left, share) => left - share.netKobo, netKobo)
  if (ownKobo < 0) throw new RangeError(`The shares of ${payment.reference} come to more than its net`)
  const source = houseAccount(mode, 'processor_clearing')
  const postings = [
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: ownKobo },
    ...shares.map(({ partyId, netKobo: amountKobo }) => ({
      source,
      target: merchantAccount(partyId, 'pending'),
      amountKobo,
    })),
    { source, target: houseAccount(mode, 'fees'), amountKobo: feeKobo },
    { source, target: houseAccount(mode, 'vat'), amountKobo: vatKobo },
  ]
  return {
    reference: `payment:${payment.id}`,
    description: `Payment ${payment.reference}`,
    at,
    postings: movingOf(postings),
  }
}

const movingOf = (postings: Posting[]) => postings.filter((posting) => posting.amountKobo > 0)

/** What a merchant's money was taken from, each account by its part. The parts of a sum are above zero or left out. */
export interface Parts {
  pendingKobo: number
  availableKobo: number
}

/** What a party gives of what goes back; what it is short of the merchant gives, and has lent it. */
export interface PartyParts extends Parts {
  partyId: string
  lentKobo: number
  /** What of that it has repaid since: its own again where the money comes back. */
  repaidKobo?: number
}

interface RefundToTake extends Parts {
  id: string
  reference: string
  /** Its own parts hold what it lends. */
  merchantId: string
  parties?: PartyParts[]
}

/** A payer gets money back: it leaves what merchant and parties have, and the processors hold that much less. Our fee stays. */
export function refundTaken(mode: Mode, refund: RefundToTake, at: Date): Entry {
  const { id, reference, merchantId, parties = [] } = refund
  const target = houseAccount(mode, 'processor_clearing')
  return {
    reference: `refund:${id}`,
    description: `Refund ${reference}`,
    at,
    postings: [
      ...fromParts(merchantId, refund, target),
      ...parties.flatMap((party) => [
        ...fromParts(party.partyId, party, target),
        ...lending(merchantId, party.partyId, party.lentKobo),
      ]),
    ],
  }
}

/**
 * The refund did not reach its payer: every part goes back where it came from. Of what was lent to a party, what it has
 * repaid since is the party's again.
 */
export function refundReturned(mode: Mode, refund: RefundToTake, at: Date): Entry {
  const parties = (refund.parties ?? []).map(({ repaidKobo = 0, ...party }) => ({
    ...party,
    pendingKobo: party.pendingKobo + repaidKobo,
    lentKobo: party.lentKobo - repaidKobo,
  }))
  const repaid = (refund.parties ?? []).reduce((sum, { repaidKobo = 0 }) => sum + repaidKobo, 0)
  const pendingKobo = Math.max(0, refund.pendingKobo - repaid)
  const availableKobo = refund.pendingKobo + refund.availableKobo - repaid - pendingKobo
  const taken = refundTaken(mode, { ...refund, pendingKobo, availableKobo, parties }, at)
  return { ...reversed(taken), description: `Refund ${refund.reference} failed` }
}

const lending = (merchantId: string, partyId: string, amountKobo: number): Posting[] =>
  movingOf([{ source: debtAccount(partyId, 'owes'), target: debtAccount(merchantId, 'lent'), amountKobo }])

interface Debt extends Parts {
  id: string
  name: string
  merchantId: string
}

/** A party gives its merchant what it was lent, out of its shares since. `id` makes it one. */
export const debtRepaid = (partyId: string, debt: Debt, at: Date): Entry => ({
  reference: `repaid:${debt.id}`,
  description: `Repaid by ${debt.name}`,
  at,
  postings: [
    ...fromParts(partyId, debt, merchantAccount(debt.merchantId, 'pending')),
    ...lending(debt.merchantId, partyId, debt.pendingKobo + debt.availableKobo).map(turned),
  ],
})

const turned = ({ source, target, amountKobo }: Posting): Posting => ({ source: target, target: source, amountKobo })

export const reversed = (entry: Entry): Entry => ({
  ...entry,
  reference: `${entry.reference}:reversed`,
  postings: entry.postings.map(turned),
})

const fromParts = (owner: string, { pendingKobo, availableKobo }: Parts, target: Account): Posting[] =>
  movingOf([
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

const disputeEntry = ({ id, reference, entries }: Disputed, what: string, at: Date, postings: Posting[]): Entry => ({
  reference: `dispute:${id}:${entries}`,
  description: `Dispute ${reference} ${what}`,
  at,
  postings: movingOf(postings),
})

type HeldParts = Parts & { parties?: (Parts & { partyId: string })[] }

/**
 * What a payer's bank wants back is held until it has decided, with the merchant whatever its parties give of it: it can be
 * neither paid out nor refunded.
 */
export function disputeHeld(dispute: Disputed & HeldParts, at: Date): Entry {
  const { merchantId, parties = [] } = dispute
  const held = merchantAccount(merchantId, 'reserved')
  return disputeEntry(dispute, 'held', at, [
    ...fromParts(merchantId, dispute, held),
    ...parties.flatMap((party) => fromParts(party.partyId, party, held)),
  ])
}

interface Decided extends Disputed {
  heldKobo: number
  lostKobo: number
  /** What of the held is each party's, and what it loses. */
  parties?: { partyId: string; heldKobo: number; lostKobo: number }[]
}

/** What of a held sum is for the bank: parties get back what they gave beyond their part before anything else. */
export function heldForBank({ heldKobo, lostKobo, parties = [] }: Omit<Decided, keyof Disputed>) {
  const back = parties.reduce((sum, party) => sum + Math.max(0, party.heldKobo - party.lostKobo), 0)
  return { backKobo: back, bankKobo: Math.min(heldKobo - back, lostKobo) }
}

/**
 * A dispute is decided: what was lost leaves what was held, and what was held beyond that is again whose it was. The bank
 * takes the whole of what was lost: what was not held the house advances, and a party whose part others gave owes the merchant.
 */
export function disputeDecided(mode: Mode, dispute: Decided, at: Date): Entry {
  const { merchantId, heldKobo, lostKobo, parties = [] } = dispute
  const { backKobo, bankKobo } = heldForBank(dispute)
  const source = merchantAccount(merchantId, 'reserved')
  const bank = houseAccount(mode, 'processor_clearing')
  return disputeEntry(dispute, 'decided', at, [
    { source, target: bank, amountKobo: bankKobo },
    { source, target: merchantAccount(merchantId, 'pending'), amountKobo: heldKobo - backKobo - bankKobo },
    { source: houseAccount(mode, 'advances'), target: bank, amountKobo: lostKobo - bankKobo },
    ...parties.flatMap(({ partyId, ...party }) => [
      { source, target: merchantAccount(partyId, 'pending'), amountKobo: party.heldKobo - party.lostKobo },
      ...lending(merchantId, partyId, party.lostKobo - party.heldKobo),
    ]),
  ])
}

/** The merchant pays back what the house advanced, out of what came in since. */
export const disputeRepaid = (mode: Mode, dispute: Disputed & Parts, at: Date): Entry =>
  disputeEntry(dispute, 'repaid', at, fromParts(dispute.merchantId, dispute, houseAccount(mode, 'advances')))
