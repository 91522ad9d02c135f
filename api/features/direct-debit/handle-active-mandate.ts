import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { makeMandateReady } from './activate-mandate.ts'
import { closeMandate } from './close-mandate.ts'
import type { MandateRecord } from './move.ts'
import { reinstateMandate } from './reinstate-mandate.ts'
import { checkPausesMs, scheduleMandateCheck } from './schedule-mandate-check.ts'
import { suspendMandate } from './suspend-mandate.ts'

const stopped = 'The bank does not accept debits any more'

/** Applies a status to a mandate that is active or suspended. */
export async function handleActiveMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  const { now } = context
  if (providerStatus.kind === 'closed' || providerStatus.kind === 'rejected')
    return closeMandate(context, mandate, 'cancelled', providerStatus.message, 'bank')
  if (providerStatus.kind === 'suspended' || providerStatus.kind === 'awaits_bank')
    return mandate.status === 'active'
      ? suspendMandate(context, mandate, 'message' in providerStatus ? providerStatus.message : stopped)
      : scheduleMandateCheck(context, mandate)
  if (providerStatus.kind !== 'active')
    return scheduleMandateCheck(context, mandate, new Date(now.getTime() + checkPausesMs[mandate.status as 'active']))
  const active = mandate.status === 'suspended' ? await reinstateMandate(context, mandate) : mandate
  return providerStatus.ready
    ? makeMandateReady(context, active)
    : scheduleMandateCheck(context, active, providerStatus.checkAgainAt)
}
