import * as z from 'zod/mini'

/** In a separate file, so that modules which need only the status do not load the endpoints. */
export const settlementStatuses = ['pending', 'processing', 'success', 'failed', 'on_hold'] as const
export const SettlementStatus = z.enum(settlementStatuses)
export type SettlementStatus = z.infer<typeof SettlementStatus>
