import { dayMs, hourMs } from './durations.ts'

/** Debits are made at 09:00 Lagos time, 08:00 UTC. */
const morningMs = 8 * hourMs

/**
 * First Lagos day on which a debit requested at `now` can be made. The customer is notified at least 24 hours before,
 * so that they can stop it.
 */
export const earliestDebitDay = (now: Date): string =>
  new Date(Math.ceil((now.getTime() + dayMs - morningMs) / dayMs) * dayMs).toISOString().slice(0, 10)
