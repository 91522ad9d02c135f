import type { Mode } from '@adire/contract/call.ts'
import { houseAccount, merchantAccount } from './accounts.ts'
import { type Entry, reversed } from './entries.ts'

interface Settled {
  id: string
  reference: string
  /** Whose takings they are: a merchant's or a party's. */
  ownerId: string
}

/** Takings are settled: they are free to be paid out. A settlement may gather several times, each `part` an entry. */
export const takingsSettled = (
  { id, reference, ownerId, part, amountKobo }: Settled & { part: number; amountKobo: number },
  at: Date,
): Entry => ({
  reference: `settlement:${id}:${part}`,
  description: `Settlement ${reference}`,
  at,
  postings: [
    { source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'available'), amountKobo },
  ],
})

interface Reserve extends Settled {
  amountKobo: number
}

/** The agreed part of takings is held back. */
export const reserveHeld = ({ id, reference, ownerId, amountKobo }: Reserve, at: Date): Entry => ({
  reference: `reserve:${id}`,
  description: `Reserve of settlement ${reference}`,
  at,
  postings: [{ source: merchantAccount(ownerId, 'pending'), target: merchantAccount(ownerId, 'reserved'), amountKobo }],
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
  const { id, reference, ownerId, attempt, amountKobo, stampDutyKobo, stampDutyBearer } = payout
  const available = merchantAccount(ownerId, 'available')
  const postings = [
    { source: available, target: merchantAccount(ownerId, 'in_payout'), amountKobo },
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
      source: merchantAccount(payout.ownerId, 'in_payout'),
      target: houseAccount(mode, 'bank'),
      amountKobo: payout.amountKobo,
    },
  ],
})
