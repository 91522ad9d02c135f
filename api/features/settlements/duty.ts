import type { Unsettled } from './attach.ts'

/** Minimum payout, in kobo. A smaller amount waits for the next day's proceeds. */
export const minimumKobo = 1_000_00

/** Amount that can be settled of unsettled lines, in kobo. Refunds that used money of today do not reduce what is available. */
export const sumDue = ({ pending, available }: Unsettled): number => Math.max(0, pending.kobo) + available.kobo

/** Whether unsettled lines are enough for a payout. */
export const reachesMinimum = (unsettled: Unsettled): boolean => sumDue(unsettled) >= minimumKobo

/** Stamp duty under the Nigeria Tax Act 2025: NGN 50.00 on each transfer of NGN 10,000.00 or more, borne by the sender. In kobo. */
const dutyKobo = 50_00
const dutyFromKobo = 10_000_00

/**
 * Amount of a settlement that reaches the bank, and the merchant's stamp duty, in kobo. The total before duty decides whether
 * duty is due: if duty were deducted first, exactly NGN 10,000.00 would fall below the threshold.
 */
export function deductStampDuty(totalKobo: number, bearer: 'merchant' | 'platform') {
  const stampDutyKobo = totalKobo >= dutyFromKobo ? dutyKobo : 0
  return bearer === 'merchant'
    ? { stampDutyKobo, amountKobo: Math.max(0, totalKobo - stampDutyKobo) }
    : { stampDutyKobo: 0, amountKobo: Math.max(0, totalKobo) }
}

/** Stamp duty owed on a transfer, in kobo, regardless of who bears it. */
export const calculateStampDuty = (totalKobo: number) => (totalKobo >= dutyFromKobo ? dutyKobo : 0)
