import type { Mode } from '@adire/contract/call.ts'
import { debtAccount, type LedgerAccount, merchantAccount, platformAccount } from './accounts.ts'

/** Transfer of `amountKobo` (kobo, above zero) from `source` to `target`. An entry made of postings always balances. */
export interface LedgerPosting {
  source: LedgerAccount
  target: LedgerAccount
  amountKobo: number
}

/** Ledger entry: postings that are written together. Amounts are in kobo. */
export interface LedgerEntry {
  /** Idempotency key: a second entry with the same reference is ignored. */
  reference: string
  /** Merchant that the whole entry belongs to, also where split recipients have lines; `platformMerchantId` for the platform. */
  merchantId: string
  description: string
  at: Date
  postings: LedgerPosting[]
}

interface ReceivedPayment {
  id: string
  reference: string
  merchantId: string
  /** Amount the payer paid, in kobo. Must equal net + fee + VAT. */
  amountKobo: number
  feeKobo: number
  vatKobo: number
  netKobo: number
  /** Net amount per split recipient, in kobo. The rest of the net is the merchant's. */
  shares?: { recipientId: string; netKobo: number }[]
}

/**
 * Entry for a successful payment. The processor owes the platform the amount; the merchant and the recipients get the net
 * (`pending`), the platform gets the fee and the VAT.
 * @throws RangeError if net, fee and VAT do not sum to the amount, or if the shares exceed the net
 */
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
    merchantId,
    description: `Payment ${payment.reference}`,
    at,
    postings: withoutZeroPostings(postings),
  }
}

/** The postings without those of zero, which a ledger entry must not have. */
export const withoutZeroPostings = (postings: readonly LedgerPosting[]): LedgerPosting[] =>
  postings.filter(({ amountKobo }) => amountKobo > 0)

/** Amount taken from an owner, split by account, in kobo. A part of zero creates no posting. */
export interface BalanceParts {
  pendingKobo: number
  availableKobo: number
}

/** One recipient's part of a refund, in kobo. What the recipient's balance does not cover, the merchant advances. */
export interface RecipientParts extends BalanceParts {
  recipientId: string
  advancedKobo: number
  /** Part of `advancedKobo` that the recipient has repaid since. If the refund fails, it goes back to the recipient. */
  repaidKobo?: number
}

interface RefundToTake extends BalanceParts {
  id: string
  reference: string
  /** When a refund that had failed was found to be paid. */
  paidLateAt?: Date | null
  /** The merchant's own parts include the amounts it advances for its recipients. */
  merchantId: string
  recipients?: RecipientParts[]
}

/**
 * Entry for a refund: the amount leaves the balances of the merchant and the recipients, and reduces the money at the processors.
 * The platform's fee is not returned.
 */
export function refundTaken(mode: Mode, refund: RefundToTake, at: Date): LedgerEntry {
  const { id, reference, merchantId, paidLateAt, recipients = [] } = refund
  const target = platformAccount(mode, 'processor_clearing')
  return {
    reference: `refund:${id}${paidLateAt ? ':late' : ''}`,
    merchantId,
    description: `Refund ${reference}`,
    at,
    postings: [
      ...takeFromParts(merchantId, refund, target),
      ...recipients.flatMap((recipient) => [
        ...takeFromParts(recipient.recipientId, recipient, target),
        ...advancePostings(merchantId, recipient.recipientId, recipient.advancedKobo),
      ]),
    ],
  }
}

/**
 * Entry for a failed refund: every part goes back to the account it was taken from. The part of an advance that the recipient has
 * repaid since goes to the recipient, not to the merchant.
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
  withoutZeroPostings([
    { source: debtAccount(recipientId, 'receivable'), target: debtAccount(merchantId, 'advance'), amountKobo },
  ])

interface Debt extends BalanceParts {
  id: string
  name: string
  merchantId: string
}

/** Entry that repays the merchant's advance out of the recipient's later shares. `debt.id` makes the reference unique. */
export const debtRepaid = (recipientId: string, debt: Debt, at: Date): LedgerEntry => ({
  reference: `repaid:${debt.id}`,
  merchantId: debt.merchantId,
  description: `Repaid by ${debt.name}`,
  at,
  postings: [
    ...takeFromParts(recipientId, debt, merchantAccount(debt.merchantId, 'pending')),
    ...advancePostings(debt.merchantId, recipientId, debt.pendingKobo + debt.availableKobo).map(reversePosting),
  ],
})

const reversePosting = ({ source, target, amountKobo }: LedgerPosting): LedgerPosting => ({
  source: target,
  target: source,
  amountKobo,
})

/** Correction of an entry: the same postings in the opposite direction, under the reference `<reference>:reversed`. */
export const reverseEntry = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  reference: `${entry.reference}:reversed`,
  postings: entry.postings.map(reversePosting),
})

/** Postings that take parts of the balance of an owner. */
export const takeFromParts = (
  owner: string,
  { pendingKobo, availableKobo }: BalanceParts,
  target: LedgerAccount,
): LedgerPosting[] =>
  withoutZeroPostings([
    { source: merchantAccount(owner, 'pending'), target, amountKobo: pendingKobo },
    { source: merchantAccount(owner, 'available'), target, amountKobo: availableKobo },
  ])

interface Disputed {
  id: string
  reference: string
  merchantId: string
  /** Number of ledger entries that exist for the dispute. It makes the reference of the next entry unique. */
  entries: number
}

const disputeEntry = (
  { id, reference, merchantId, entries }: Disputed,
  what: string,
  at: Date,
  postings: LedgerPosting[],
): LedgerEntry => ({
  reference: `dispute:${id}:${entries}`,
  merchantId,
  description: `Dispute ${reference} ${what}`,
  at,
  postings: withoutZeroPostings(postings),
})

type HeldParts = BalanceParts & { recipients?: (BalanceParts & { recipientId: string })[] }

/**
 * Entry that holds the disputed amount, including the recipients' parts, in the merchant's `reserved` account until the bank
 * decides. Held money can be neither paid out nor refunded.
 */
export function disputeHeld(dispute: Disputed & HeldParts, at: Date): LedgerEntry {
  const { merchantId, recipients = [] } = dispute
  const held = merchantAccount(merchantId, 'reserved')
  return disputeEntry(dispute, 'held', at, [
    ...takeFromParts(merchantId, dispute, held),
    ...recipients.flatMap((recipient) => takeFromParts(recipient.recipientId, recipient, held)),
  ])
}

interface Decided extends Disputed {
  heldKobo: number
  lostKobo: number
  /** Per recipient, in kobo: its part of the held amount, and its part of the loss. */
  recipients?: { recipientId: string; heldKobo: number; lostKobo: number }[]
}

/**
 * Split of a held amount, in kobo. First, `backKobo` goes back to the recipients that gave more than their part of the loss; of the rest,
 * `bankKobo` goes to the bank.
 */
export function heldForBank({ heldKobo, lostKobo, recipients = [] }: Omit<Decided, keyof Disputed>) {
  const back = recipients.reduce((sum, recipient) => sum + Math.max(0, recipient.heldKobo - recipient.lostKobo), 0)
  return { backKobo: back, bankKobo: Math.min(heldKobo - back, lostKobo) }
}

/**
 * Entry for a decided dispute. The lost amount leaves the held amount; the rest is released to its owners. The bank always gets
 * the whole lost amount: the platform advances what was not held, and a recipient whose part others paid owes it to the merchant.
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

/** Entry that repays the platform's advance for a lost dispute out of the merchant's later proceeds. */
export const disputeRepaid = (mode: Mode, dispute: Disputed & BalanceParts, at: Date): LedgerEntry =>
  disputeEntry(dispute, 'repaid', at, takeFromParts(dispute.merchantId, dispute, platformAccount(mode, 'advances')))

/**
 * Entry for an amount that a bank took with a lost dispute, and that a refund was to give back: the platform advances it, and each recipient owes
 * its part to the merchant.
 */
export const disputeLossIncreased = (
  mode: Mode,
  dispute: Disputed & { moreKobo: number; recipients: { recipientId: string; partKobo: number }[] },
  at: Date,
): LedgerEntry =>
  disputeEntry(dispute, 'decided', at, [
    {
      source: platformAccount(mode, 'advances'),
      target: platformAccount(mode, 'processor_clearing'),
      amountKobo: dispute.moreKobo,
    },
    ...dispute.recipients.flatMap(({ recipientId, partKobo }) =>
      advancePostings(dispute.merchantId, recipientId, partKobo),
    ),
  ])
