import type { MonnifyError } from './errors.ts'
import { type MerchantAccount, paymentFeesKobo, type Transaction } from './merchant-account.ts'
import type { Simulation } from './simulation.ts'

const dayMs = 86_400_000
/** Settlements are at 22:00 in Lagos. */
const settledAtUtcMs = 21 * 3_600_000

const lastSettlementAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - settledAtUtcMs) / dayMs) * dayMs + settledAtUtcMs)

const netKobo = ({ amountKobo }: Transaction) => amountKobo - paymentFeesKobo(amountKobo)

const listUnsettled = ({ transactions }: MerchantAccount) =>
  [...transactions.values()].filter(({ status, isSettled }) => status === 'PAID' && !isSettled)

/** What is in the wallet, in kobo: payments come in at 22:00 of their day, less their fees. */
export function readWallet({ merchant, now }: Simulation): number {
  const settledAt = lastSettlementAt(now())
  for (const transaction of listUnsettled(merchant))
    if (transaction.paidAt! < settledAt) {
      transaction.isSettled = true
      merchant.walletKobo += netKobo(transaction)
    }
  return merchant.walletKobo
}

/** What Monnify holds for the merchant, in kobo: the wallet, and payments that are not settled. */
export const readHeld = (simulation: Simulation): number =>
  readWallet(simulation) + listUnsettled(simulation.merchant).reduce((sum, one) => sum + netKobo(one), 0)

/** @throws {MonnifyError} if the wallet has less than that */
export function takeFromWallet(simulation: Simulation, amountKobo: number, failure: MonnifyError): void {
  if (amountKobo > readWallet(simulation)) throw failure
  simulation.merchant.walletKobo -= amountKobo
}

/** Takes a paid transaction back. Its fee is not returned. */
export function reverseTransaction(simulation: Simulation, transaction: Transaction): void {
  if (transaction.status !== 'PAID') throw new Error(`${transaction.paymentReference} is not paid`)
  readWallet(simulation)
  simulation.merchant.walletKobo -= transaction.isSettled
    ? transaction.amountKobo
    : paymentFeesKobo(transaction.amountKobo)
  transaction.status = 'REVERSED'
}
