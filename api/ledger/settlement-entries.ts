import type { Mode } from '@adire/contract/call.ts'
import { merchantAccount, platformAccount } from './accounts.ts'
import { type BalanceParts, type LedgerEntry, reverseEntry, takeFromParts, withoutZeroPostings } from './entries.ts'
import { splitAmount } from './take.ts'

interface SettlementRef {
  id: string
  reference: string
  merchantId: string
  /** Id of the merchant or the split recipient whose proceeds are settled. */
  ownerId: string
}

/**
 * Entry that makes settled proceeds available for payout. A settlement may collect proceeds several times: each time is a `part`
 * with its own entry. The amount is in kobo.
 */
export const proceedsSettled = (
  { id, reference, merchantId, ownerId, part, amountKobo }: SettlementRef & { part: number; amountKobo: number },
  at: Date,
): LedgerEntry => ({
  reference: `settlement:${id}:${part}`,
  merchantId,
  description: `Settlement ${reference}`,
  at,
  postings: [
    { source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'available'), amountKobo },
  ],
})

interface Reserve extends SettlementRef {
  amountKobo: number
}

/** Entry that holds the agreed reserve of the proceeds. The amount is in kobo. */
export const reserveHeld = ({ id, reference, merchantId, ownerId, amountKobo }: Reserve, at: Date): LedgerEntry => ({
  reference: `reserve:${id}`,
  merchantId,
  description: `Reserve of settlement ${reference}`,
  at,
  postings: [{ source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'reserved'), amountKobo }],
})

/** Entry that releases a reserve on its due day; it is then settled with the proceeds of that day. */
export const reserveReleased = (reserve: Reserve, at: Date): LedgerEntry => ({
  ...reverseEntry(reserveHeld(reserve, at)),
  reference: `reserve:${reserve.id}:released`,
  description: `Reserve of settlement ${reserve.reference} released`,
})

interface Payout extends SettlementRef {
  /** Number of this payout attempt, from 1. It makes the reference unique. */
  attempt: number
  amountKobo: number
  stampDutyKobo: number
  stampDutyBearer: 'merchant' | 'platform'
}

/**
 * Entry posted before the bank is called: the amount moves to `in_payout`, and its stamp duty becomes owed to the tax office.
 * Amounts are in kobo.
 */
export function payoutStarted(mode: Mode, payout: Payout, at: Date): LedgerEntry {
  const { id, reference, merchantId, ownerId, attempt, amountKobo, stampDutyKobo, stampDutyBearer } = payout
  const available = merchantAccount(ownerId, 'available')
  const postings = [
    { source: available, target: merchantAccount(ownerId, 'in_payout'), amountKobo },
    {
      source: stampDutyBearer === 'merchant' ? available : platformAccount(mode, 'fees'),
      target: platformAccount(mode, 'stamp_duty'),
      amountKobo: stampDutyKobo,
    },
  ]
  return {
    reference: `payout:${id}:${attempt}`,
    merchantId,
    description: `Payout ${attempt} of settlement ${reference}`,
    at,
    postings: withoutZeroPostings(postings),
  }
}

/** Entry for a payout that the bank did not make: reverses `payoutStarted`. */
export const payoutReturned = (mode: Mode, payout: Payout, at: Date): LedgerEntry => ({
  ...reverseEntry(payoutStarted(mode, payout, at)),
  description: `Payout ${payout.attempt} of settlement ${payout.reference} came back`,
})

/** Entry for a payout that the bank confirmed. */
export const payoutPaid = (mode: Mode, payout: Payout, at: Date): LedgerEntry => ({
  reference: `payout:${payout.id}:${payout.attempt}:paid`,
  merchantId: payout.merchantId,
  description: `Payout ${payout.attempt} of settlement ${payout.reference} paid`,
  at,
  postings: [
    {
      source: merchantAccount(payout.ownerId, 'in_payout'),
      target: platformAccount(mode, 'bank'),
      amountKobo: payout.amountKobo,
    },
  ],
})

/**
 * Entries for a payout that the bank confirmed and sent back later: its amount, in kobo, and its stamp duty go back to where they came
 * from, and what is the owner's is settled with the proceeds of that day. Two entries, because reports show payouts apart from duty.
 */
export function payoutSentBack(mode: Mode, payout: Payout, at: Date): LedgerEntry[] {
  const { id, reference, merchantId, ownerId, attempt, amountKobo, stampDutyKobo, stampDutyBearer } = payout
  const pending = merchantAccount(ownerId, 'pending')
  const sentBack = {
    reference: `payout_return:${id}:${attempt}`,
    merchantId,
    description: `Payout ${attempt} of settlement ${reference} was sent back`,
    at,
    postings: [{ source: platformAccount(mode, 'bank'), target: pending, amountKobo }],
  }
  if (stampDutyKobo === 0) return [sentBack]
  const bearer = stampDutyBearer === 'merchant' ? pending : platformAccount(mode, 'fees')
  return [
    sentBack,
    {
      ...sentBack,
      reference: `payout_return:${id}:${attempt}:duty`,
      description: `Stamp duty of payout ${attempt} of settlement ${reference}, which was sent back`,
      postings: [{ source: platformAccount(mode, 'stamp_duty'), target: bearer, amountKobo: stampDutyKobo }],
    },
  ]
}

interface LatePayout extends SettlementRef {
  attempt: number
  amountKobo: number
  /** What was taken before; the stamp duty comes last. */
  takenKobo: number
  /** Number of earlier times. It makes the reference unique. */
  entries: number
}

const latePayoutEntry = ({ id, reference, merchantId, attempt, entries }: LatePayout, at: Date) => ({
  reference: `payout_late:${id}:${attempt}:${entries}`,
  merchantId,
  description: `Paid after all: payout ${attempt} of settlement ${reference}`,
  at,
})

/**
 * Entries that take parts of the owner's balance, in kobo, for a payout that came back and was paid after all: its amount, then its stamp
 * duty. Two entries, because reports show payouts apart from duty.
 */
export function latePayoutTaken(mode: Mode, late: LatePayout, parts: BalanceParts, at: Date): LedgerEntry[] {
  const { ownerId, amountKobo, takenKobo } = late
  const kobo = parts.pendingKobo + parts.availableKobo
  const paid = splitAmount(Math.min(kobo, Math.max(0, amountKobo - takenKobo)), parts)!
  const duty = {
    pendingKobo: parts.pendingKobo - paid.pendingKobo,
    availableKobo: parts.availableKobo - paid.availableKobo,
  }
  const entry = latePayoutEntry(late, at)
  return [
    { ...entry, postings: takeFromParts(ownerId, paid, platformAccount(mode, 'bank')) },
    {
      ...entry,
      reference: `${entry.reference}:duty`,
      description: `Stamp duty of payout ${late.attempt} of settlement ${late.reference}, which was paid after all`,
      postings: takeFromParts(ownerId, duty, platformAccount(mode, 'stamp_duty')),
    },
  ].filter(({ postings }) => postings.length > 0)
}

/** Entry for the stamp duty, in kobo, that the provider bears of a payout that came back and was paid after all. */
export const latePayoutDuty = (mode: Mode, late: LatePayout, amountKobo: number, at: Date): LedgerEntry => {
  const entry = latePayoutEntry(late, at)
  const postings = [{ source: platformAccount(mode, 'fees'), target: platformAccount(mode, 'stamp_duty'), amountKobo }]
  return { ...entry, reference: `${entry.reference}:provider_duty`, postings }
}

/** Entries that give back what `latePayoutTaken` took, because the bank has sent the payout back again. */
export function latePayoutUndone(mode: Mode, late: LatePayout, at: Date): LedgerEntry[] {
  const { ownerId, amountKobo, takenKobo } = late
  const target = merchantAccount(ownerId, 'pending')
  const paidKobo = Math.min(takenKobo, amountKobo)
  const entry = latePayoutEntry(late, at)
  return [
    {
      ...entry,
      postings: withoutZeroPostings([{ source: platformAccount(mode, 'bank'), target, amountKobo: paidKobo }]),
    },
    {
      ...entry,
      reference: `${entry.reference}:duty`,
      postings: withoutZeroPostings([
        { source: platformAccount(mode, 'stamp_duty'), target, amountKobo: takenKobo - paidKobo },
      ]),
    },
  ].filter(({ postings }) => postings.length > 0)
}
