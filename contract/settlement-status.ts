import * as z from 'zod/mini'

/** Apart from the calls, for what only names a status: a payment its settlement's. */
export const settlementStatuses = ['pending', 'processing', 'success', 'failed', 'on_hold'] as const
export const SettlementStatus = z.enum(settlementStatuses)
export type SettlementStatus = z.infer<typeof SettlementStatus>
