import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { handleActiveMandate } from './handle-active-mandate.ts'
import { handlePendingMandate } from './handle-pending-mandate.ts'
import type { MandateRecord } from './move.ts'

/**
 * Applies a mandate status received from the bank, as a query result or a webhook. All provider statuses must go through this
 * function. The mandate must be locked. Idempotent.
 */
export async function handleProviderEvent(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  switch (mandate.status) {
    case 'pending_authorization':
    case 'pending_activation':
      return handlePendingMandate(context, mandate, providerStatus)
    case 'active':
    case 'suspended':
      return handleActiveMandate(context, mandate, providerStatus)
    default:
      return mandate
  }
}
