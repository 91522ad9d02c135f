import type { MandateStatus } from './direct-debit-schemas.ts'
import type { RefundStatus } from './refunds-schemas.ts'
import type { SettlementStatus } from './settlements-schemas.ts'

/** Names that differ from the status itself. */
const names: Record<string, string> = {
  success: 'Successful',
  attention: 'Needs attention',
  non_renewing: 'Not renewing',
}

/** Name of a status on screen and in files: "Partially refunded". */
export function statusLabel(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ')
  return names[status.toLowerCase()] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names of a list of statuses, by status. */
export const statusLabels = <Status extends string>(statuses: readonly Status[]): Record<Status, string> =>
  Object.fromEntries(statuses.map((status) => [status, statusLabel(status)])) as Record<Status, string>

/** Settlements: here `success` is "Paid". */
export const settlementStatusNames: Record<SettlementStatus, string> = {
  pending: 'Due',
  processing: 'Processing',
  success: 'Paid',
  failed: 'Returned',
  on_hold: 'On hold',
}

export const refundStatusNames: Record<RefundStatus, string> = {
  pending: 'Waiting for balance',
  needs_attention: 'Needs attention',
  processing: 'Processing',
  processed: 'Processed',
  failed: 'Failed',
}

export const mandateStatusNames: Record<MandateStatus, string> = {
  draft: 'Draft',
  pending: 'Waiting for consent',
  pending_authorization: 'Waiting for transfer',
  pending_activation: 'At the bank',
  active: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
  authorization_expired: 'Not authorised in time',
  cancelled: 'Cancelled',
  expired: 'Ended',
}

/** Names of an active mandate, before and after the bank allows debits. */
export const activeMandateNames = { ready: 'Ready to debit', notReady: 'Active, not ready yet' } as const
