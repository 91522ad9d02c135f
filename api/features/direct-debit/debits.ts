import type { cancelDebit, debitNow, scheduleDebit } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { recordAuditEvent, toActor } from '../audit/audit.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { giveNotice, processDebit } from './attempt.ts'
import { attemptDebit } from './enqueue.ts'
import { isOver, merchantKey } from './handle-provider-event.ts'
import {
  appendMandateEvent,
  findDebit,
  lockDebit,
  lockMandate,
  type MandateKey,
  type MandateRecord,
  updateDebitRecord,
} from './move.ts'
import { addDebit, calculateAllowedKobo, endedFields, planNextDebit, takenFor } from './plan.ts'
import { toDebitResponse } from './serialize.ts'
import { mandateDebits } from './tables.ts'

/** Maximum number of open debits per mandate. */
const mostOpen = 100

/**
 * Debits a mandate now: stores the debit and notifies the customer, then calls the bank.
 * @throws 404; 409 mandate_not_ready; those of `allowed`
 */
export const debitNowHandler = {
  async create(context: MerchantContext, input: ParsedInput<typeof debitNow>): Promise<MandateKey> {
    const { tx, merchant, now } = context
    const mandate = await lockMandate(tx, { merchantId: merchant.id, id: input.id })
    const amountKobo = await allowed(context, mandate, input.amountKobo)
    if (!mandate.readyToDebit)
      throw problem.conflict('mandate_not_ready', 'The bank does not take debits of this mandate yet')
    const { amountKobo: priceKobo, narration } = input
    const dueOn = lagosDay(now)
    if (dueOn < mandate.startOn)
      throw problem.conflict('mandate_not_begun', `This mandate begins on ${mandate.startOn}`)
    const added = await addDebit(context, mandate, {
      source: 'now',
      amountKobo,
      priceKobo,
      dueOn,
      dueAt: now,
      narration,
    })
    await giveNotice(context, added)
    await appendMandateEvent(
      tx,
      mandate,
      now,
      'debit_requested',
      `${toActor(context).name} debited ${formatNaira(amountKobo)}`,
    )
    await recordAuditEvent(context, {
      action: 'debit.requested',
      object: added.reference,
      after: { amountKobo, mandate: mandate.reference },
    })
    // In case this process crashes before it calls the bank.
    await enqueueJob(
      tx,
      attemptDebit,
      { merchantId: merchant.id, id: added.id },
      { ...merchantKey(mandate), key: added.id, runAt: addHalfMinute(now) },
    )
    return { merchantId: merchant.id, id: added.id }
  },
  async finish(unitOfWork: UnitOfWork<MerchantContext>, key: MandateKey) {
    const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
    await processDebit(unitOfWork.write, () => connector, key)
    return unitOfWork.write(async ({ tx }) => toDebitResponse(await findDebit(tx, key)))
  },
}

const addHalfMinute = (at: Date) => new Date(at.getTime() + 30_000)

/**
 * Schedules a debit for a later day.
 * @throws 404; 422 for a day outside the mandate's dates; those of `allowed`
 */
export async function scheduleDebitHandler(context: MerchantContext, input: ParsedInput<typeof scheduleDebit>) {
  const { tx, merchant, now } = context
  const mandate = await lockMandate(tx, { merchantId: merchant.id, id: input.mandateId })
  const amountKobo = await allowed(context, mandate, input.amountKobo)
  const { date: dueOn, amountKobo: priceKobo, narration } = input
  if (dueOn <= lagosDay(now)) throw problem.field('date', 'Use tomorrow or a later day')
  if (dueOn < mandate.startOn) throw problem.field('date', `The mandate begins on ${mandate.startOn}`)
  if (mandate.endOn !== null && dueOn > mandate.endOn)
    throw problem.field('date', `The mandate ends on ${mandate.endOn}`)
  const added = await addDebit(context, mandate, { source: 'planned', amountKobo, priceKobo, dueOn, narration })
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'debit_planned',
    `${toActor(context).name} planned ${formatNaira(amountKobo)} for ${dueOn}`,
  )
  await recordAuditEvent(context, {
    action: 'debit.scheduled',
    object: added.reference,
    after: { amountKobo, dueOn, mandate: mandate.reference },
  })
  return toDebitResponse(added)
}

/**
 * Cancels a debit that is not at the bank.
 * @throws 404; 409 debit_not_cancellable
 */
export async function cancelDebitHandler(context: MerchantContext, { id }: ParsedInput<typeof cancelDebit>) {
  const { tx, merchant, now } = context
  const { debit, mandate } = await lockDebit(tx, { merchantId: merchant.id, id })
  // A double click cancels once.
  if (debit.status === 'cancelled') return toDebitResponse(debit)
  if (debit.status !== 'scheduled' && debit.status !== 'retrying')
    throw problem.conflict(
      'debit_not_cancellable',
      'This debit is at the bank, or has ended: it cannot be cancelled any more',
    )
  const cancelled = await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'cancelled',
    failureCode: 'cancelled',
    failureMessage: 'Cancelled by the business',
  })
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'debit_cancelled',
    `${toActor(context).name} cancelled the debit of ${formatNaira(debit.amountKobo)} for ${debit.dueOn}`,
  )
  await recordAuditEvent(context, {
    action: 'debit.cancelled',
    object: debit.reference,
    after: { mandate: mandate.reference },
  })
  await planNextDebit(context, mandate)
  return toDebitResponse(cancelled)
}

/**
 * The amount to debit, including the fee if the customer pays it. The mandate must be locked.
 * @throws 409 mandate_fixed, mandate_of_subscription, mandate_not_active, mandate_over, customer_blacklisted,
 *   too_many_debits; 422 above_mandate
 */
async function allowed(context: MerchantContext, mandate: MandateRecord, priceKobo: number): Promise<number> {
  const { tx, merchant, now } = context
  if (mandate.kind === 'fixed')
    throw problem.conflict('mandate_fixed', 'A fixed mandate is debited by its schedule alone')
  if (mandate.subscriptionId)
    throw problem.conflict('mandate_of_subscription', 'This mandate pays a subscription, and nothing else')
  if (mandate.status !== 'active') throw problem.conflict('mandate_not_active', 'This mandate is not active')
  if (isOver(mandate, now)) throw problem.conflict('mandate_over', `This mandate ended on ${mandate.endOn}`)
  if (await isBlacklisted(tx, merchant.id, mandate.customerEmail))
    throw problem.conflict('customer_blacklisted', 'This customer is blacklisted')
  if (priceKobo > mandate.amountKobo)
    throw problem.field('amountKobo', `The mandate allows at most ${formatNaira(mandate.amountKobo)}`, 'above_mandate')
  const takenKobo = takenFor(mandate.feeBearer, priceKobo)
  const allowedKobo = await calculateAllowedKobo(tx, mandate)
  if (takenKobo > allowedKobo)
    throw problem.field(
      'amountKobo',
      `The mandate allows ${formatNaira(Math.max(0, allowedKobo))} more in all`,
      'above_mandate',
    )
  if ((await openDebits(tx, mandate)) >= mostOpen)
    throw problem.conflict('too_many_debits', `A mandate holds at most ${mostOpen} debits that have not ended`)
  return takenKobo
}

const openDebits = (tx: Tx, { merchantId, id }: MandateRecord) =>
  tx.$count(
    mandateDebits,
    and(
      eq(mandateDebits.merchantId, merchantId),
      eq(mandateDebits.mandateId, id),
      inArray(mandateDebits.status, ['scheduled', 'processing', 'retrying']),
    ),
  )
