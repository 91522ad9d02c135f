import type { Mode } from '@adire/contract/call.ts'
import { merchantAccount, platformAccount } from './accounts.ts'
import { type LedgerEntry, reverseEntry } from './entries.ts'

interface SettlementRef {
  id: string
  reference: string
  /** Whose takings they are: a merchant's or a party's. */
  ownerId: string
}

/** Takings are settled: they are free to be paid out. A settlement may gather several times, each `part` an entry. */
export const proceedsSettled = (
  { id, reference, ownerId, part, amountKobo }: SettlementRef & { part: number; amountKobo: number },
  at: Date,
): LedgerEntry => ({
  reference: `settlement:${id}:${part}`,
  description: `Settlement ${reference}`,
  at,
  postings: [
    { source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'available'), amountKobo },
  ],
})

interface Reserve extends SettlementRef {
  amountKobo: number
}

/** The agreed part of takings is held back. */
export const reserveHeld = ({ id, reference, ownerId, amountKobo }: Reserve, at: Date): LedgerEntry => ({
  reference: `reserve:${id}`,
  description: `Reserve of settlement ${reference}`,
  at,
  postings: [{ source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'reserved'), amountKobo }],
})

/** Its day has come: it is settled with what was collected on that day. */
export const reserveReleased = (reserve: Reserve, at: Date): LedgerEntry => ({
  ...reverseEntry(reserveHeld(reserve, at)),
  reference: `reserve:${reserve.id}:released`,
  description: `Reserve of settlement ${reserve.reference} released`,
})

interface Payout extends SettlementRef {
  /** How often the bank was asked before, and once more. */
  attempt: number
  amountKobo: number
  stampDutyKobo: number
  stampDutyBearer: 'merchant' | 'platform'
}

/** The bank is about to be asked to pay: the money is on its way, and stamp duty on it is owed to the tax office. */
export function payoutStarted(mode: Mode, payout: Payout, at: Date): LedgerEntry {
  const { id, reference, ownerId, attempt, amountKobo, stampDutyKobo, stampDutyBearer } = payout
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
    description: `Payout ${attempt} of settlement ${reference}`,
    at,
    postings: postings.filter((posting) => posting.amountKobo > 0),
  }
}

/** The bank did not pay: everything is back where it was. */
export const payoutReturned = (mode: Mode, payout: Payout, at: Date): LedgerEntry => ({
  ...reverseEntry(payoutStarted(mode, payout, at)),
  description: `Payout ${payout.attempt} of settlement ${payout.reference} came back`,
})

/** The bank paid. */
export const payoutPaid = (mode: Mode, payout: Payout, at: Date): LedgerEntry => ({
  reference: `payout:${payout.id}:${payout.attempt}:paid`,
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
