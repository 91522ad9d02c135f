import * as z from 'zod/mini'
import { Kobo } from './fields.ts'

/**
 * Totals of a settlement in kobo; deductions are negative, except the bank transfer. Opening, gross, fees, VAT,
 * shares, refunds, disputes, reserve and adjustments sum to the amount available; stamp duty and the bank transfer are
 * deducted; the rest is the closing balance. Each is the sum of all lines of the settlement, over all payout attempts.
 */
export const SettlementFigures = z.object({
  /**
   * Closing balance of the previous paid settlement. Amounts of a held or returned payout stay in the same
   * settlement.
   */
  openingKobo: Kobo,
  /** Gross amount of the payments. */
  grossKobo: Kobo,
  /** Fees; zero or negative. */
  feesKobo: Kobo,
  /** VAT on the fees; zero or negative. */
  vatKobo: Kobo,
  /** Shares of split recipients. */
  sharesKobo: Kobo,
  /** Refunds. */
  refundsKobo: Kobo,
  /** Amounts held and released for disputes. */
  disputesKobo: Kobo,
  /** Amounts held as the agreed reserve, and reserve released. */
  reserveKobo: Kobo,
  /** Card checks (received and refunded), repaid debts, and payouts that banks sent back after they had paid them. */
  adjustmentsKobo: Kobo,
  /** Stamp duty on the bank transfer; zero or negative. 0 when on hold, failed or not borne by the merchant. */
  stampDutyKobo: Kobo,
  /** Amount transferred, or to be transferred, to the bank; positive. 0 when on hold or failed. */
  bankKobo: Kobo,
  /** Closing balance. */
  closingKobo: Kobo,
  /**
   * Reconciliation result: totals compared with payments, shares, refunds, reserves, ledger and transfers, as the sum
   * of absolute differences. 0 when they match; otherwise the operator is notified the following night.
   */
  differenceKobo: Kobo,
})
export type SettlementFigures = z.infer<typeof SettlementFigures>
