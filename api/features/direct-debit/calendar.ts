import type { getDebitCalendar } from '@adire/contract/direct-debit.ts'
import type { ComingDebit } from '@adire/contract/direct-debit-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { recurrenceDay, recurrenceFrom } from '@adire/contract/periods.ts'
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, daysBetween, lagosDay } from '../../lagos.ts'
import type { MandateRecord } from './move.ts'
import { mandateDebits, mandates } from './tables.ts'

const mostDays = 62
const mostDebits = 1_000
/** Maximum number of schedules to project; the page of a month cannot display more. */
const mostMandates = 500

type UpcomingDebit = ComingDebit & { day: string }

/**
 * Debit calendar: scheduled debits, and the later ones expected from schedules, by the day of the attempt.
 * @throws 422 for an invalid range of days
 */
export async function getDebitCalendarHandler(
  context: MerchantContext,
  { from, to }: ParsedInput<typeof getDebitCalendar>,
) {
  requireDayOrder(from, to)
  if (from < '2000-01-01' || to > '2100-01-01') throw problem.field('from', 'Use days of this century')
  if (daysBetween(from, to) > mostDays) throw problem.field('to', `Use at most ${mostDays} days`)
  const planned = await plannedBetween(context, from, to)
  const expected = await expectedBetween(context, from, to)
  const upcoming = [...planned, ...expected].sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  )
  const listed = upcoming.slice(0, mostDebits)
  const days = [...Map.groupBy(listed, ({ day }) => day)].map(([day, debits]) => ({
    day,
    totalKobo: sumDebits(debits),
    count: debits.length,
    debits: debits.map(({ day: _, ...debit }) => debit),
  }))
  return { days, totalKobo: sumDebits(listed), count: listed.length, isCapped: upcoming.length > mostDebits }
}

const sumDebits = (debits: readonly UpcomingDebit[]) => debits.reduce((sum, { amountKobo }) => sum + amountKobo, 0)

async function plannedBetween({ tx, merchant }: MerchantContext, from: string, to: string): Promise<UpcomingDebit[]> {
  const rows = await tx
    .select({ debit: mandateDebits, mandate: mandates })
    .from(mandateDebits)
    .innerJoin(
      mandates,
      and(eq(mandates.merchantId, mandateDebits.merchantId), eq(mandates.id, mandateDebits.mandateId)),
    )
    .where(
      and(
        eq(mandateDebits.merchantId, merchant.id),
        inArray(mandateDebits.status, ['scheduled', 'retrying']),
        // A retry may be some days after the day on which the debit was first due.
        gte(mandateDebits.dueOn, addDays(from, -7)),
        lte(mandateDebits.dueOn, to),
      ),
    )
    .orderBy(asc(mandateDebits.dueOn), asc(mandateDebits.id))
    .limit(mostDebits + 1)
  return rows
    .map(({ debit, mandate }) => ({
      ...customerFields(mandate),
      day: debit.dueAt ? lagosDay(debit.dueAt) : debit.dueOn,
      debitId: debit.id,
      amountKobo: debit.amountKobo,
      status: debit.status === 'retrying' ? ('retrying' as const) : ('scheduled' as const),
    }))
    .filter(({ day }) => day >= from && day <= to)
}

/** Debits expected from schedules after the planned one, within the maximum total if all debits succeed. */
async function expectedBetween({ tx, merchant }: MerchantContext, from: string, to: string): Promise<UpcomingDebit[]> {
  const rows = await tx
    .select()
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchant.id), eq(mandates.status, 'active'), eq(mandates.kind, 'fixed')))
    .orderBy(asc(mandates.createdAt))
    .limit(mostMandates)
  const open = await openByMandate(tx, merchant.id, rows)
  const upcoming: UpcomingDebit[] = []
  for (const mandate of rows) {
    if (!mandate.readyToDebit) continue
    for (const [day, amountKobo] of listDebitDays(mandate, open.get(mandate.id) ?? 0, from, to)) {
      upcoming.push({ ...customerFields(mandate), day, debitId: null, amountKobo, status: 'expected' })
      if (upcoming.length > mostDebits) return upcoming
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
