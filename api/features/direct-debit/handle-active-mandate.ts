import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { makeReady } from './activate-mandate.ts'
import { closeMandate } from './close-mandate.ts'
import { checkPausesMs, lookAgain } from './look-again.ts'
import type { MandateRecord } from './move.ts'
import { reinstateMandate } from './reinstate-mandate.ts'
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
      : lookAgain(context, mandate)
  if (providerStatus.kind !== 'active')
    return lookAgain(context, mandate, new Date(now.getTime() + checkPausesMs[mandate.status as 'active']))
  const active = mandate.status === 'suspended' ? await reinstateMandate(context, mandate) : mandate
  return providerStatus.ready ? makeReady(context, active) : lookAgain(context, active, providerStatus.checkAgainAt)
}
