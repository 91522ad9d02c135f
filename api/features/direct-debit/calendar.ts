import type { CalendarDebit } from '@adire/contract/debit-calendar-schemas.ts'
import { type getDebitCalendar, skippedByCustomer } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { recurrenceDay, recurrenceFrom } from '@adire/contract/periods.ts'
import { and, asc, eq, gte, inArray, lte, or } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, daysBetween, lagosDay } from '../../lagos.ts'
import { payments } from '../payments/tables.ts'
import { paymentOfDebit } from './list.ts'
import type { MandateRecord } from './move.ts'
import { mandateDebits, mandates } from './tables.ts'

const maxDays = 62
const maxDebits = 1_000
/** Maximum number of schedules to project; the page of a month cannot display more. */
const maxMandates = 500

type DatedDebit = CalendarDebit & { day: string }

/**
 * Debit calendar: past, present and scheduled debits, and the later ones expected from schedules, by day.
 * @throws 422 for an invalid range of days
 */
export async function getDebitCalendarHandler(
  context: MerchantContext,
  { from, to }: ParsedInput<typeof getDebitCalendar>,
) {
  requireDayOrder(from, to)
  if (from < '2000-01-01' || to > '2100-01-01') throw problem.field('from', 'Use days from 2000 to 2099')
  if (daysBetween(from, to) > maxDays) throw problem.field('to', `Use at most ${maxDays} days`)
  const stored = await storedBetween(context, from, to)
  const expected = await expectedBetween(context, from, to)
  const all = [...stored, ...expected].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const listed = all.slice(0, maxDebits)
  const days = [...Map.groupBy(listed, ({ day }) => day)].map(([day, debits]) => ({
    day,
    ...sumDebits(debits),
    debits: debits.map(({ day: _, ...debit }) => debit),
  }))
  return { days, ...sumDebits(listed), isCapped: all.length > maxDebits }
}

function sumDebits(debits: readonly DatedDebit[]) {
  const totals = { totalKobo: 0, count: 0, paidKobo: 0, paid: 0, failed: 0, skipped: 0 }
  for (const { status, amountKobo } of debits)
    if (status === 'failed') totals.failed += 1
    else if (status === 'skipped') totals.skipped += 1
    else if (status === 'success') {
      totals.paidKobo += amountKobo
      totals.paid += 1
    } else {
      totals.totalKobo += amountKobo
      totals.count += 1
    }
  return totals
}

const shownStatuses = ['scheduled', 'processing', 'retrying', 'success', 'failed'] as const

async function storedBetween({ tx, merchant }: MerchantContext, from: string, to: string): Promise<DatedDebit[]> {
  const rows = await tx
    .select({ debit: mandateDebits, mandate: mandates, refundedKobo: payments.refundedKobo })
    .from(mandateDebits)
    .innerJoin(
      mandates,
      and(eq(mandates.merchantId, mandateDebits.merchantId), eq(mandates.id, mandateDebits.mandateId)),
    )
    .leftJoin(payments, paymentOfDebit)
    .where(
      and(
        eq(mandateDebits.merchantId, merchant.id),
        or(inArray(mandateDebits.status, shownStatuses), eq(mandateDebits.failureCode, skippedByCustomer)),
        // The next attempt may be some days after the day on which the debit was first due.
        gte(mandateDebits.dueOn, addDays(from, -7)),
        lte(mandateDebits.dueOn, to),
      ),
    )
    .orderBy(asc(mandateDebits.dueOn), asc(mandateDebits.id))
    .limit(maxDebits + 1)
  return rows
    .map(({ debit, mandate, refundedKobo }) => ({
      ...customerFields(mandate),
      day: debit.dueAt && debit.status !== 'processing' ? lagosDay(debit.dueAt) : debit.dueOn,
      debitId: debit.id,
      amountKobo: debit.amountKobo,
      refundedKobo: refundedKobo ?? 0,
      status: debit.status === 'cancelled' ? ('skipped' as const) : (debit.status as (typeof shownStatuses)[number]),
    }))
    .filter(({ day }) => day >= from && day <= to)
}

/** Debits expected from schedules after the planned one, within the maximum total if all debits succeed. */
async function expectedBetween({ tx, merchant }: MerchantContext, from: string, to: string): Promise<DatedDebit[]> {
  const rows = await tx
    .select()
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchant.id), eq(mandates.status, 'active'), eq(mandates.kind, 'fixed')))
    .orderBy(asc(mandates.createdAt))
    .limit(maxMandates)
  const open = await openByMandate(tx, merchant.id, rows)
  const upcoming: DatedDebit[] = []
  for (const mandate of rows) {
    if (!mandate.readyToDebit) continue
    for (const [day, amountKobo] of listDebitDays(mandate, open.get(mandate.id) ?? 0, from, to)) {
      upcoming.push({ ...customerFields(mandate), day, debitId: null, amountKobo, refundedKobo: 0, status: 'expected' })
      if (upcoming.length > maxDebits) return upcoming
    }
  }
  return upcoming
}

async function openByMandate(tx: MerchantContext['tx'], merchantId: string, rows: readonly MandateRecord[]) {
  const limited = rows.filter(({ maxTotalKobo }) => maxTotalKobo !== null).map(({ id }) => id)
  if (limited.length === 0) return new Map<string, number>()
  const { rows: sums } = await tx.$client.query<{ id: string; kobo: number }>(
    `select mandate_id as id, sum(amount_kobo)::bigint as kobo from mandate_debits
     where merchant_id = $1 and mandate_id = any($2) and status in ('scheduled', 'processing', 'retrying')
     group by mandate_id`,
    [merchantId, limited],
  )
  return new Map(sums.map(({ id, kobo }) => [id, kobo]))
}

/** Days of a schedule after the planned debit, with the amount of each. */
function* listDebitDays(
  mandate: MandateRecord,
  openKobo: number,
  from: string,
  to: string,
): Generator<[string, number]> {
  const { startOn, frequency, endOn, planned, maxTotalKobo, debitedKobo, limitKobo } = mandate
  const last = endOn !== null && endOn < to ? endOn : to
  const first = Math.max(planned + 1, recurrenceFrom(startOn, frequency!, from))
  const before = (first - planned - 1) * limitKobo
  let left = maxTotalKobo === null ? Number.POSITIVE_INFINITY : maxTotalKobo - debitedKobo - openKobo - before
  for (let count = first; ; count++) {
    const day = recurrenceDay(startOn, frequency!, count)
    if (day > last || left < limitKobo) return
    left -= limitKobo
    yield [day, limitKobo]
  }
}

const customerFields = ({ id, slug, customerEmail, customerName }: MandateRecord) => ({
  mandateId: id,
  mandateSlug: slug,
  customerEmail,
  customerName,
})
