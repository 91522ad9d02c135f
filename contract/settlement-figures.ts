import * as z from 'zod/mini'
import { Kobo } from './fields.ts'

/**
 * How a settlement adds up, in kobo; what lessens it is below zero. Opening, gross, fees, VAT, shares, refunds, disputes, reserve and
 * adjustments are what there is to pay; stamp duty and the bank's amount leave it, and the closing balance stays. Each is the sum of
 * all lines of the settlement, however often it was sent. `differenceKobo` compares them with the payments, shares, refunds,
 * reserves, ledger and transfers themselves: the differences of each figure, added up without their signs. 0, or the operator is
 * notified in the following night.
 */
export const SettlementFigures = z.object({
  /** What the settlement before it, which is paid, closed with. What waited or was sent back stays in the same settlement. */
  openingKobo: Kobo,
  grossKobo: Kobo,
  feesKobo: Kobo,
  vatKobo: Kobo,
  /** What of the payments went to parties they are shared with. */
  sharesKobo: Kobo,
  refundsKobo: Kobo,
  disputesKobo: Kobo,
  /** Held back as the agreed reserve, and reserve that is released. */
  reserveKobo: Kobo,
  /** Checks of cards, which come in and are given back, and debts that were repaid. */
  adjustmentsKobo: Kobo,
  stampDutyKobo: Kobo,
  bankKobo: Kobo,
  closingKobo: Kobo,
  differenceKobo: Kobo,
})
export type SettlementFigures = z.infer<typeof SettlementFigures>
