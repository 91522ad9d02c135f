export interface PriceSegment {
  startsAt: Date
  endsAt: Date
  /** What this stretch of time cost. */
  costKobo: number
}

/** What of a stretch is used up at an instant, rounded half up to the kobo; the rest of its cost is not. */
export function usedKobo({ startsAt, endsAt, costKobo }: PriceSegment, at: Date): number {
  const periodMs = endsAt.getTime() - startsAt.getTime()
  const gone = Math.min(Math.max(at.getTime() - startsAt.getTime(), 0), periodMs)
  if (periodMs <= 0) return costKobo
  // A price of fifty million naira times the milliseconds of a year passes what a number holds exactly.
  return Number((2n * BigInt(costKobo) * BigInt(gone) + BigInt(periodMs)) / (2n * BigInt(periodMs)))
}

export const unusedKobo = (segment: PriceSegment, at: Date): number => segment.costKobo - usedKobo(segment, at)

export interface Proration {
  unusedKobo: number
  /** What the time from the change to the end of its period costs at the new price. */
  newPeriodKobo: number
  dueNowKobo: number
  creditLeftKobo: number
}

/**
 * What changing costs: the new stretch less what of the old one is not used up less what was left over before. What is
 * paid now and left over afterwards always make up the difference, to the kobo.
 */
export function calculateProration(old: PriceSegment, fresh: PriceSegment, creditKobo: number, at: Date): Proration {
  const unused = unusedKobo(old, at)
  const newPeriodKobo = unusedKobo(fresh, at)
  const difference = newPeriodKobo - unused - creditKobo
  return {
    unusedKobo: unused,
    newPeriodKobo,
    dueNowKobo: Math.max(0, difference),
    creditLeftKobo: Math.max(0, -difference),
  }
}
