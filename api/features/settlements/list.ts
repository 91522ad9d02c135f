import type { Parsed } from '@adire/contract/endpoint.ts'
import { parseNaira } from '@adire/contract/money.ts'
import type { getSettlementsSummary, listSettlements, searchSettlements } from '@adire/contract/settlements.ts'
import { and, count, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { type Asked, newestOf } from '../../http/page.ts'
import { problem, refuseTurnedDays } from '../../http/problem.ts'
import { row } from './show.ts'
import { settlements } from './tables.ts'

export const list = (context: MerchantContext, input: Parsed<typeof listSettlements>) =>
  pageWhere(context, input, and(ofOwner(context, input.partyId), filterOf(input)))

/** Of a party, or of the business itself. */
export const ofOwner = ({ merchant }: MerchantContext, partyId?: string) =>
  eq(settlements.ownerId, partyId ?? merchant.id)

export function filterOf({ status, from, to }: Omit<Parsed<typeof listSettlements>, keyof Asked>): SQL | undefined {
  refuseTurnedDays(from, to)
  return and(
    status && eq(settlements.status, status),
    from === undefined ? undefined : gte(settlements.dueOn, from),
    to === undefined ? undefined : lte(settlements.dueOn, to),
  )
}

export const search = (context: MerchantContext, input: Parsed<typeof searchSettlements>) =>
  pageWhere(context, input, saidBy(input.search))

/** What a line of a bank's statement names: our reference, however it is written; the bank's number; or an amount. */
function saidBy(line: string): SQL | undefined {
  const references = [...line.matchAll(/stl[\s_-]?([a-z0-9]{12})(?![a-z0-9])/gi)].map(
    ([, code]) => `stl_${code!.toLowerCase()}`,
  )
  const numbers = line.match(/\b\d{20,40}\b/g) ?? []
  if (references.length + numbers.length > 0)
    return or(
      references.length > 0 ? inArray(settlements.reference, references) : undefined,
      numbers.length > 0 ? inArray(settlements.bankReference, numbers) : undefined,
    )
  const amounts = (line.match(/\d[\d,]*\.\d{2}\b/g) ?? []).map(parseNaira).filter((kobo) => kobo !== undefined)
  if (amounts.length > 0) return inArray(settlements.amountKobo, amounts)
  throw problem.field(
    'search',
    'Paste the line of your bank’s alert: it holds our reference (STL…), the bank’s number, or the amount with its kobo',
  )
}

const pageWhere = ({ tx, merchant }: MerchantContext, input: Asked, filter: SQL | undefined) =>
  newestOf(tx, input, {
    table: settlements,
    where: and(eq(settlements.merchantId, merchant.id), filter),
    from: tx.select().from(settlements),
    show: row,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

export async function summary(context: MerchantContext, input: Parsed<typeof getSettlementsSummary>) {
  const { tx, merchant } = context
  const found = await tx
    .select({
      status: settlements.status,
      count: count(),
      amountKobo: sql<number>`sum(${settlements.amountKobo})::bigint`,
      dutyKobo: sql<number>`sum(${settlements.stampDutyKobo})::bigint`,
    })
    .from(settlements)
    .where(and(eq(settlements.merchantId, merchant.id), ofOwner(context), filterOf(input)))
    .groupBy(settlements.status)
  const sum = (of: (status: string) => boolean, what: 'count' | 'amountKobo' | 'dutyKobo') =>
    found.filter(({ status }) => of(status)).reduce((total, each) => total + Number(each[what]), 0)
  const paid = (status: string) => status === 'success'
  const stopped = (status: string) => status === 'failed' || status === 'on_hold'
  const waits = (status: string) => status !== 'success'
  return {
    paidKobo: sum(paid, 'amountKobo'),
    stampDutyKobo: sum(paid, 'dutyKobo'),
    paidCount: sum(paid, 'count'),
    waitingKobo: sum(waits, 'amountKobo'),
    waitingCount: sum(waits, 'count'),
    needsActionKobo: sum(stopped, 'amountKobo'),
    needsActionCount: sum(stopped, 'count'),
    byStatus: Object.fromEntries(found.map(({ status, count }) => [status, count])),
  }
}
