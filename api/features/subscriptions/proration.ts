import { limits } from '@adire/contract/limits.ts'

/** Part of a period at one price: from its start, or from a plan change, to its end. */
export interface PriceStretch {
  startsAt: Date
  endsAt: Date
  /** Cost of the whole stretch. */
  costKobo: number
}

/** Cost of the part of a stretch that is used at an instant, rounded half up to the kobo. */
export function usedKobo({ startsAt, endsAt, costKobo }: PriceStretch, at: Date): number {
  const periodMs = endsAt.getTime() - startsAt.getTime()
  const gone = Math.min(Math.max(at.getTime() - startsAt.getTime(), 0), periodMs)
  if (periodMs <= 0) return costKobo
  // BigInt: fifty million naira in kobo times the milliseconds of a year exceeds `Number.MAX_SAFE_INTEGER`.
  return Number((2n * BigInt(costKobo) * BigInt(gone) + BigInt(periodMs)) / (2n * BigInt(periodMs)))
}

export const unusedKobo = (stretch: PriceStretch, at: Date): number => stretch.costKobo - usedKobo(stretch, at)

export interface Proration {
  unusedKobo: number
  /** Cost at the new price from the change to the end of its period. */
  newPeriodKobo: number
  dueNowKobo: number
  creditLeftKobo: number
}

/**
 * Cost of a plan change: new stretch minus the unused part of the old stretch minus the existing credit. It is due now, or left as
 * credit, to the kobo. Less than the smallest charge is not charged.
 */
export function calculateProration(old: PriceStretch, fresh: PriceStretch, creditKobo: number, at: Date): Proration {
  const unused = unusedKobo(old, at)
  const newPeriodKobo = unusedKobo(fresh, at)
  const difference = newPeriodKobo - unused - creditKobo
  return {
    unusedKobo: unused,
    newPeriodKobo,
    dueNowKobo: difference < limits.chargeMinimumKobo ? 0 : difference,
    creditLeftKobo: Math.max(0, -difference),
  }
}
