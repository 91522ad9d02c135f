import { authorizationWindowMs } from '@adire/contract/direct-debit.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import type { WriteTransaction } from './attempt.ts'
import { closeMandate } from './close-mandate.ts'
import { handleProviderEvent } from './handle-provider-event.ts'
import { isMandateOver } from './is-over.ts'
import { bankReference, lockMandate, type MandateKey, type MandateRecord, updateMandateRecord } from './move.ts'
import { openMandateAtBank } from './open-mandate.ts'

/** Delay of the next check if this one crashes. */
const lostAfterMs = 5 * minuteMs

export type CheckContext = Pick<UnitOfWork, 'config'> & { write: WriteTransaction }

/** Checks a due mandate: ends it if it is over, otherwise queries the bank. Returns whether anything was due. */
export async function checkDueMandate({ config, write }: CheckContext, key: MandateKey): Promise<boolean> {
  return checkMandateIf({ config, write }, key, ({ dueAt }, now) => dueAt !== null && dueAt <= now)
}

/** Checks a mandate even if it is not due, because the bank sent an event. */
export const checkMandateNow = (checkContext: CheckContext, key: MandateKey) =>
  checkMandateIf(checkContext, key, () => true)

async function checkMandateIf(
  { config, write }: CheckContext,
  key: MandateKey,
  isDue: (mandate: MandateRecord, now: Date) => boolean,
) {
  const due = await write(async (context) => {
    const mandate = await lockMandate(context.tx, key)
    if (!isDue(mandate, context.now)) return undefined
    return { mode: context.mode, mandate: await applyTimeChanges(context, mandate) }
  })
  if (!due) return false
  const { mode, mandate } = due
  if (!mandate) return true
  if (mandate.status === 'pending') await openMandateAtBank(write, { config }, mandate)
  else {
    const connector = connectorFor({ mode, config, write }, 'mandates', mandate.processor)
    const providerStatus = await callConnector(connector.mandates.query(bankReference(mandate)))
    if (providerStatus)
      await write(async (context) => handleProviderEvent(context, await lockMandate(context.tx, key), providerStatus))
  }
  return true
}

/** Applies changes that depend on time only; otherwise returns the mandate to query at the bank. */
async function applyTimeChanges(context: Context, mandate: MandateRecord): Promise<MandateRecord | undefined> {
  const { tx, now } = context
  const { status } = mandate
  if (
    status === 'pending' &&
    mandate.consentedAt &&
    now.getTime() - mandate.consentedAt.getTime() > authorizationWindowMs
  ) {
    await closeMandate(context, mandate, 'authorization_expired', 'The bank did not answer')
    return undefined
  }
  const isInForce = status === 'active' || status === 'suspended'
  if (isInForce && isMandateOver(mandate, now)) {
    await closeMandate(context, mandate, 'expired', 'The last day has passed')
    return undefined
  }
  if (status === 'pending' && !mandate.consentedAt) {
    if (mandate.dueAt && mandate.dueAt <= now)
      await closeMandate(context, mandate, 'authorization_expired', 'The customer did not answer in time')
    return undefined
  }
  if (!isInForce && status !== 'pending' && status !== 'pending_authorization' && status !== 'pending_activation') {
    await updateMandateRecord(tx, mandate, { dueAt: null }, now)
    return undefined
  }
  return updateMandateRecord(tx, mandate, { dueAt: new Date(now.getTime() + lostAfterMs) }, now)
}
