// Lagos is an hour ahead of UTC all year round.
const aheadMs = 3_600_000
const dayMs = 86_400_000

/** The Lagos day of an instant, `2026-03-18`. */
export const lagosDay = (at: Date): string => new Date(at.getTime() + aheadMs).toISOString().slice(0, 10)

/** The instant a Lagos day begins. */
export const startOfDay = (day: string): Date => new Date(Date.parse(day) - aheadMs)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** How many days from one to the other, both included. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1
