import { dayMs } from '@adire/contract/durations.ts'
import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { activateMandate } from './activate-mandate.ts'
import { authorizeMandate } from './authorize-mandate.ts'
import { closeMandate } from './close-mandate.ts'
import type { MandateRecord } from './move.ts'
import { checkPausesMs, earlierDate, scheduleMandateCheck } from './schedule-mandate-check.ts'

/** Time for the bank to activate a mandate that was authorised on a page of the processor. */
const activationWindowMs = 7 * dayMs

/** Applies a status to a mandate that the bank has not activated yet. */
export async function handlePendingMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  const { now } = context
  const isAwaited = mandate.status === 'pending_authorization'
  if (providerStatus.kind === 'rejected')
    return closeMandate(context, mandate, 'rejected', providerStatus.message, 'bank')
  if (providerStatus.kind === 'closed' || providerStatus.kind === 'suspended')
    return closeMandate(context, mandate, 'cancelled', providerStatus.message, 'bank')
  if (providerStatus.kind === 'awaits_bank' && mandate.authorizedAt && mandate.authorizationUrl) {
    const isLost = now.getTime() - mandate.authorizedAt.getTime() > activationWindowMs
    if (isLost) return closeMandate(context, mandate, 'cancelled', 'The bank did not activate it within 7 days', 'bank')
  }
  if (providerStatus.kind === 'awaits_bank' || providerStatus.kind === 'active') {
    const arrived = isAwaited ? await authorizeMandate(context, mandate) : mandate
    return providerStatus.kind === 'active'
      ? activateMandate(context, arrived, providerStatus)
      : scheduleMandateCheck(context, arrived, providerStatus.checkAgainAt)
  }
  if (isAwaited && mandate.transferExpiresAt! <= now) return expireAuthorization(context, mandate)
  const pause = checkPausesMs[mandate.status as keyof typeof checkPausesMs]
  return scheduleMandateCheck(context, mandate, earlierDate(new Date(now.getTime() + pause), mandate.transferExpiresAt))
}

const expireAuthorization = (context: Context, mandate: MandateRecord) =>
  closeMandate(
    context,
    mandate,
    'authorization_expired',
    mandate.authorizationUrl
      ? 'The account was not confirmed within 48 hours'
      : 'NGN 50 did not arrive within 48 hours',
  )
