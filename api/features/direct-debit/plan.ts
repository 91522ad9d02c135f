import type { Debit } from '@adire/contract/direct-debit-schemas.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { recurrenceDay, recurrenceFrom } from '@adire/contract/periods.ts'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { randomText } from '../../random-text.ts'
import { amountToPay, findOwnPrices } from '../prices/own-prices.ts'
import {
  addDebitRecord,
  appendMandateEvent,
  type DebitRecord,
  type MandateRecord,
  updateDebitRecord,
  updateMandateRecord,
} from './move.ts'
import { mandateDebits } from './tables.ts'

const ofMandate = ({ merchantId, id }: MandateRecord) =>
  and(eq(mandateDebits.merchantId, merchantId), eq(mandateDebits.mandateId, id))

/** Debits, retries and notices are scheduled for 09:00 Lagos time. */
const morningMs = 9 * hourMs
export const toMorning = (day: string) => new Date(startOfDay(day).getTime() + morningMs)

/** When to send the notice of a debit: 09:00 on the day before, or now if that has passed. */
const calculateNoticeAt = (day: string, now: Date) => {
  const dayBefore = toMorning(addDays(day, -1))
  return dayBefore > now ? dayBefore : now
}

/** Amount debited for a price of `priceKobo`, with the fee if the customer pays it. */
export async function calculateDebitKobo(
  context: Pick<Context, 'tx' | 'now'>,
  { merchantId, feeBearer }: Pick<MandateRecord, 'merchantId' | 'feeBearer'>,
  priceKobo: number,
): Promise<number> {
  if (feeBearer === 'merchant') return priceKobo
  const own = await findOwnPrices(context, merchantId)
  return amountToPay(own, { channels: ['direct_debit'], feeBearer, priceKobo })
}

/** Total amount of open debits: scheduled, at the bank, or waiting for a retry. */
async function sumOpenDebitsKobo(tx: Tx, mandate: MandateRecord, except?: string): Promise<number> {
  const [open] = await tx
    .select({ kobo: sql<number>`coalesce(sum(${mandateDebits.amountKobo}), 0)::bigint` })
    .from(mandateDebits)
    .where(
      and(
        ofMandate(mandate),
        inArray(mandateDebits.status, ['scheduled', 'processing', 'retrying']),
        except ? ne(mandateDebits.id, except) : undefined,
      ),
    )
  return Number(open!.kobo)
}

/** Remaining amount of a mandate after past and open debits; infinite without a maximum total. */
export const calculateAllowedKobo = async (tx: Tx, mandate: MandateRecord, except?: string) =>
  mandate.maxTotalKobo === null
    ? Number.POSITIVE_INFINITY
    : mandate.maxTotalKobo - mandate.debitedKobo - (await sumOpenDebitsKobo(tx, mandate, except))

interface Planned {
  source: Debit['source']
  priceKobo: number
  amountKobo: number
  dueOn: string
  occurrence?: number
  narration?: string | undefined
}

/** Adds a debit to a locked mandate. */
export async function addDebit({ tx, now }: Context, mandate: MandateRecord, planned: Planned): Promise<DebitRecord> {
  const { merchantId, id: mandateId } = mandate
  return addDebitRecord(tx, {
    merchantId,
    mandateId,
    reference: `dbt_${randomText(16)}`,
    status: 'scheduled',
    ...planned,
    dueAt: toMorning(planned.dueOn),
    narration: planned.narration ?? mandate.narration,
    noticeAt: calculateNoticeAt(planned.dueOn, now),
    createdAt: now,
  })
}

/**
 * Plans the next debit of a locked mandate's schedule: one at a time, tomorrow at the earliest, so that the customer is notified
 * before. Debits missed while the mandate was not ready are not made up. A debit that would exceed the maximum total is not planned
 * and not reduced, because the customer agreed to one amount. Idempotent.
 */
export async function planNextDebit(context: Context, mandate: MandateRecord): Promise<MandateRecord> {
  const { tx, now } = context
  if (mandate.kind !== 'fixed' || mandate.status !== 'active' || !mandate.readyToDebit) return mandate
  const [next] = await tx
    .select()
    .from(mandateDebits)
    .where(and(ofMandate(mandate), eq(mandateDebits.source, 'schedule'), eq(mandateDebits.status, 'scheduled')))
  if (next || (await calculateAllowedKobo(tx, mandate)) < mandate.limitKobo) return mandate
  const occurrenceDue = nextOccurrence(mandate, now)
  if (!occurrenceDue) return mandate
  const { occurrence, dueOn } = occurrenceDue
  const { limitKobo: amountKobo, amountKobo: priceKobo } = mandate
  await addDebit(context, mandate, { source: 'schedule', amountKobo, priceKobo, dueOn, occurrence })
  return updateMandateRecord(tx, mandate, { planned: occurrence }, now)
}

/** First day of the schedule after the last planned one, tomorrow at the earliest; undefined after the end. */
function nextOccurrence({ frequency, startOn, endOn, planned }: MandateRecord, now: Date) {
  const tomorrow = addDays(lagosDay(now), 1)
  const occurrence = Math.max(planned + 1, recurrenceFrom(startOn, frequency!, tomorrow))
  const dueOn = recurrenceDay(startOn, frequency!, occurrence)
  return endOn !== null && dueOn > endOn ? undefined : { occurrence, dueOn }
}

/** Cancels all debits of a locked mandate that are planned or wait for a retry, when it ends or is suspended. Returns them as they are then. */
export async function cancelPlannedDebits({ tx, now }: Context, mandate: MandateRecord, why: FailureDetails) {
  const open = await tx
    .select()
    .from(mandateDebits)
    .where(and(ofMandate(mandate), inArray(mandateDebits.status, ['scheduled', 'retrying'])))
  const dropped: DebitRecord[] = []
  for (const debit of open)
    dropped.push(await updateDebitRecord(tx, debit, { ...endedFields(now), ...why, status: 'cancelled' }))
  if (open.length > 0)
    await appendMandateEvent(
      tx,
      mandate,
      now,
      'debits_cancelled',
      `${open.length === 1 ? 'One planned debit was' : `${open.length} planned debits were`} cancelled`,
    )
  return dropped
}

/** Frees the last planned day of a schedule if its debit was cancelled before any attempt, so that it can be planned again. */
export async function freeLastPlannedDay({ tx, now }: Context, mandate: MandateRecord): Promise<MandateRecord> {
  const freed = await tx
    .update(mandateDebits)
    .set({ occurrence: null })
    .where(
      and(
        eq(mandateDebits.merchantId, mandate.merchantId),
        eq(mandateDebits.mandateId, mandate.id),
        eq(mandateDebits.occurrence, mandate.planned),
        eq(mandateDebits.status, 'cancelled'),
        eq(mandateDebits.failureCode, 'mandate_suspended'),
        eq(mandateDebits.attempts, 0),
      ),
    )
    .returning({ id: mandateDebits.id })
  return freed.length > 0 ? updateMandateRecord(tx, mandate, { planned: mandate.planned - 1 }, now) : mandate
}

export interface FailureDetails {
  failureCode: string
  failureMessage: string
}

/** Column values of an ended debit: no due time, no notice. */
export const endedFields = (now: Date) => ({ dueAt: null, noticeAt: null, endedAt: now })
