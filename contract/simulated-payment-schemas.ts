import * as z from 'zod/mini'

/**
 * Simulated outcome of a payment that waits for its payer. Transfers: `exact`, `short`, `over`, `twice`, `late` (sent
 * after the account number expired), `in_flight` (sent before, arrives after). Codes: `approve`, `decline`.
 * `time_out`: nothing happens until the payment expires.
 */
export const Outcome = z.enum([
  'exact',
  'short',
  'over',
  'twice',
  'late',
  'in_flight',
  'approve',
  'decline',
  'time_out',
])
export type Outcome = z.infer<typeof Outcome>
