import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import type { cancelDebit, debitNow, scheduleDebit } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { formatDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { requirePaymentsNotStopped } from '../restrictions/trading.ts'
import { mailCancelledDebit } from './drop-debit.ts'
import { emitDebit } from './emit.ts'
import { isMandateOver } from './is-over.ts'
import {
  appendMandateEvent,
  type DebitRecord,
  lockDebit,
  lockMandate,
  type MandateRecord,
  updateDebitRecord,
} from './move.ts'
import { addDebit, calculateAllowedKobo, calculateDebitKobo, endedFields, planNextDebit } from './plan.ts'
import { giveNotice } from './postpone-debit.ts'
import { toDebitResponse } from './serialize.ts'
import { mandateDebits } from './tables.ts'

/** Maximum number of open debits per mandate. */
const maxOpen = 100

/**
 * Requests a debit on the first possible day, and notifies the customer at once.
 * @throws 404; 409 mandate_not_ready, mandate_not_begun; those of `requireAllowedKobo`
 */
export async function debitNowHandler(context: MerchantContext, input: ParsedInput<typeof debitNow>) {
  const { tx, merchant, now } = context
  const mandate = await lockMandate(tx, { merchantId: merchant.id, id: input.id })
  const amountKobo = await requireAllowedKobo(context, mandate, input.amountKobo)
  if (!mandate.readyToDebit)
    throw problem.conflict('mandate_not_ready', 'The bank does not accept debits on this mandate yet')
  const dueOn = earliestDebitDay(now)
  if (dueOn < mandate.startOn)
    throw problem.conflict('mandate_not_begun', `This mandate starts on ${formatDay(mandate.startOn)}`)
  if (mandate.endOn !== null && dueOn > mandate.endOn)
    throw problem.conflict(
      'mandate_over',
      `The customer is notified a day before, so the first possible day is ${formatDay(dueOn)}. This mandate ends on ${formatDay(mandate.endOn)}`,
    )
  const { amountKobo: priceKobo, narration } = input
  const planned = { source: 'now' as const, amountKobo, priceKobo, dueOn, narration }
  const added = await giveNotice(context, await addDebit(context, mandate, planned))
  await recordRequest(context, mandate, added)
  return toDebitResponse(added)
}

/**
 * Schedules a debit for a later day.
 * @throws 404; 422 for a day that leaves no time for a notice, or outside the mandate's dates; those of `requireAllowedKobo`
 */
export async function scheduleDebitHandler(context: MerchantContext, input: ParsedInput<typeof scheduleDebit>) {
  const { tx, merchant, now } = context
  const mandate = await lockMandate(tx, { merchantId: merchant.id, id: input.mandateId })
  const amountKobo = await requireAllowedKobo(context, mandate, input.amountKobo)
  const { date: dueOn, amountKobo: priceKobo, narration } = input
  const earliest = earliestDebitDay(now)
  if (dueOn < earliest)
    throw problem.field('date', `The customer is notified a day before. Use ${formatDay(earliest)} or a later day`)
  if (dueOn < mandate.startOn) throw problem.field('date', `The mandate starts on ${formatDay(mandate.startOn)}`)
  if (mandate.endOn !== null && dueOn > mandate.endOn)
    throw problem.field('date', `The mandate ends on ${formatDay(mandate.endOn)}`)
  const added = await addDebit(context, mandate, { source: 'planned', amountKobo, priceKobo, dueOn, narration })
  await recordRequest(context, mandate, added)
  return toDebitResponse(added)
}

/** Records who requested a debit, in the timeline and the audit log. */
async function recordRequest(context: MerchantContext, mandate: MandateRecord, debit: DebitRecord): Promise<void> {
  const { amountKobo, dueOn, reference } = debit
  const text = `${await readActorName(context)} scheduled ${formatNaira(amountKobo)} for ${formatDay(dueOn)}`
  await appendMandateEvent(context.tx, mandate, context.now, 'debit_planned', text)
  await recordAuditEvent(context, {
    action: debit.source === 'now' ? 'debit.requested' : 'debit.scheduled',
    object: reference,
    after: { amountKobo, dueOn, mandate: mandate.reference },
  })
}

/** @throws 409 debit_not_cancellable once a debit is at the bank */
export function requireCancellable({ status }: DebitRecord): void {
  if (status !== 'scheduled' && status !== 'retrying')
    throw problem.conflict(
      'debit_not_cancellable',
      'This debit is at the bank or has ended. It can no longer be cancelled',
    )
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
  requireCancellable(debit)
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
    `${await readActorName(context)} cancelled the debit of ${formatNaira(debit.amountKobo)} for ${formatDay(debit.dueOn)}`,
  )
  await recordAuditEvent(context, {
    action: 'debit.cancelled',
    object: debit.reference,
    after: { mandate: mandate.reference },
  })
  await mailCancelledDebit(context, cancelled)
  await emitDebit(context, cancelled, 'debit.cancelled')
  await planNextDebit(context, mandate)
  return toDebitResponse(cancelled)
}

/**
 * The amount to debit, including the fee if the customer pays it. The mandate must be locked.
 * @throws 409 mandate_fixed, mandate_of_subscription, mandate_not_active, mandate_over, customer_blacklisted,
 *   payments_stopped, too_many_debits; 422 above_mandate
 */
async function requireAllowedKobo(
  context: MerchantContext,
  mandate: MandateRecord,
  priceKobo: number,
): Promise<number> {
  const { tx, merchant, now } = context
  if (mandate.kind === 'fixed')
    throw problem.conflict('mandate_fixed', 'A fixed mandate is debited only on its schedule')
  if (mandate.subscriptionId)
    throw problem.conflict(
      'mandate_of_subscription',
      'This mandate is for a subscription and cannot be debited for anything else',
    )
  await requirePaymentsNotStopped(tx, merchant.id)
  if (mandate.status !== 'active') throw problem.conflict('mandate_not_active', 'This mandate is not active')
  if (isMandateOver(mandate, now)) throw problem.conflict('mandate_over', `This mandate ended on ${mandate.endOn}`)
  if (await isBlacklisted(tx, merchant.id, mandate.customerEmail))
    throw problem.conflict('customer_blacklisted', 'This customer is blacklisted')
  if (priceKobo > mandate.amountKobo)
    throw problem.field('amountKobo', `The mandate allows at most ${formatNaira(mandate.amountKobo)}`, 'above_mandate')
  const takenKobo = await calculateDebitKobo(context, mandate, priceKobo)
  const allowedKobo = await calculateAllowedKobo(tx, mandate)
  if (takenKobo > allowedKobo)
    throw problem.field(
      'amountKobo',
      `The mandate allows ${formatNaira(Math.max(0, allowedKobo))} more in all`,
      'above_mandate',
    )
  if ((await countOpenDebits(tx, mandate)) >= maxOpen)
    throw problem.conflict('too_many_debits', `A mandate can have at most ${maxOpen} debits that have not ended`)
  return takenKobo
}

const countOpenDebits = (tx: Tx, { merchantId, id }: MandateRecord) =>
  tx.$count(
    mandateDebits,
    and(
      eq(mandateDebits.merchantId, merchantId),
      eq(mandateDebits.mandateId, id),
      inArray(mandateDebits.status, ['scheduled', 'processing', 'retrying']),
    ),
  )
