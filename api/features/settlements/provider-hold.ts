import type { AuditAction } from '@adire/contract/audit.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { providerHold } from './hold.ts'
import {
  appendSettlementEvent,
  lockSettlement,
  type SettlementKey,
  type SettlementRecord,
  updateSettlementRecord,
} from './move.ts'
import { notifyOfHold, putOnHold, withoutHold } from './put-on-hold.ts'
import { resendSettlement } from './send-again.ts'

/**
 * Holds a settlement that was not paid yet, until a person of the provider releases it. One whose payout was recorded stays in processing
 * until its processor is known not to have it: then it comes back and is on hold, otherwise it is paid (`sendAgainUnlessStopped`). `context`
 * is of the business: its mode and its clock. Its members are notified with the reason. A call with another reason changes it; a repeated
 * one changes nothing and resolves with undefined.
 * @throws 404 settlement_not_found, 409 settlement_sent
 */
export async function holdSettlement(
  context: Context,
  key: SettlementKey,
  reason: string,
  by: string,
): Promise<SettlementRecord | undefined> {
  const { settlement } = await lockSettlement(context.tx, key)
  if (settlement.status === 'success') throw problem.conflict('settlement_sent', 'The payout was paid already')
  if (settlement.heldFor === reason) return undefined
  const marked = await updateSettlementRecord(context.tx, settlement, { heldFor: reason })
  if (marked.status === 'processing') await holdRecorded(context, marked)
  else if (marked.status === 'on_hold') await replaceHold(context, marked)
  else await putOnHold(context, marked, providerHold(marked)!)
  await audit(context, marked, 'settlement.held', by, { reason })
  return marked
}

/** The payout of a settlement was recorded, and may have reached its processor: the next check decides. */
async function holdRecorded(context: Context, settlement: SettlementRecord) {
  await replaceHold(context, settlement)
  await updateSettlementRecord(context.tx, settlement, { nextAt: context.now, checks: 0 })
  await notifyOfHold(context, settlement, providerHold(settlement)!)
}

/** A settlement that is on hold for another reason stays so; the reason of the provider is shown first. */
async function replaceHold({ tx, now }: Context, settlement: SettlementRecord) {
  const { reason, message } = providerHold(settlement)!
  await updateSettlementRecord(tx, settlement, { holdReason: reason, holdMessage: message, notifiedHold: reason })
  await appendSettlementEvent(tx, settlement, now, 'on_hold', message)
}

/**
 * Releases a held settlement: it is sent at the next payout time.
 * @throws 404 settlement_not_found, 409 settlement_not_held
 */
export async function releaseSettlement(context: Context, key: SettlementKey, by: string) {
  const { settlement } = await lockSettlement(context.tx, key)
  if (settlement.heldFor === null) throw problem.conflict('settlement_not_held', 'Nobody holds this payout')
  const released = await updateSettlementRecord(context.tx, settlement, { ...withoutHold, notifiedHold: null })
  const isRecorded = released.status === 'processing'
  const due = isRecorded ? released : await resendSettlement(context, released)
  const text = `The check is over: it is sent ${isRecorded ? 'now' : `on ${formatDay(due.dueOn)}`}`
  await appendSettlementEvent(context.tx, due, context.now, 'released', text)
  await audit(context, due, 'settlement.released', by)
  return due
}

/**
 * Sends a settlement again that was returned or is on hold, at the next payout time. If its obstacle remains, it is put on hold again.
 * @throws 404 settlement_not_found, 409 settlement_not_waiting, settlement_held
 */
export async function retrySettlement(context: Context, key: SettlementKey, by: string) {
  const { settlement } = await lockSettlement(context.tx, key)
  if (settlement.heldFor !== null) throw problem.conflict('settlement_held', 'This payout is held. Release it instead')
  if (settlement.status !== 'failed' && settlement.status !== 'on_hold')
    throw problem.conflict('settlement_not_waiting', 'Only a payout that was returned or is on hold can be sent again')
  const due = await resendSettlement(context, settlement)
  await appendSettlementEvent(context.tx, due, context.now, 'retried', `It is sent again on ${formatDay(due.dueOn)}`)
  await audit(context, due, 'settlement.retried', by)
  return due
}

const audit = (
  context: Context,
  { merchantId, reference }: SettlementRecord,
  action: AuditAction,
  by: string,
  after?: Record<string, unknown>,
) =>
  recordAuditEvent(context, {
    action,
    object: reference,
    merchantId,
    actor: { kind: 'operator', name: by },
    ...(after && { after }),
  })
