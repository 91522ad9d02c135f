import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { parseNaira } from '@adire/contract/money.ts'
import type { getSettlementsSummary, listSettlements, searchSettlements } from '@adire/contract/settlements.ts'
import { and, count, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { MerchantContext, ReadContext } from '../../context.ts'
import { listNewest, type PageInput } from '../../http/page.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { isPaidOutSql, paidOutSql } from '../../ledger/funds.ts'
import { selectListedSettlements } from './paid-late.ts'
import { toSettlementRow } from './serialize.ts'
import { settlements } from './tables.ts'

export const listSettlementsHandler = (context: MerchantContext, input: ParsedInput<typeof listSettlements>) =>
  pageWhere(context, input, and(ofSettlementOwner(context, input.partyId), buildFilter(input)))

/** Condition for settlements of a split recipient, or of the merchant itself. */
export const ofSettlementOwner = ({ merchant }: Pick<ReadContext, 'merchant'>, recipientId?: string) =>
  eq(settlements.ownerId, recipientId ?? merchant.id)

export function buildFilter({
  status,
  from,
  to,
}: Omit<ParsedInput<typeof listSettlements>, keyof PageInput>): SQL | undefined {
  requireDayOrder(from, to)
  return and(
    status && eq(settlements.status, status),
    from === undefined ? undefined : gte(settlements.dueOn, from),
    to === undefined ? undefined : lte(settlements.dueOn, to),
  )
}

export const searchSettlementsHandler = (context: MerchantContext, input: ParsedInput<typeof searchSettlements>) =>
  pageWhere(context, input, statementLineFilter(input.search))

/** Condition for a pasted bank statement line: our reference in any notation, the bank's reference, or an amount. */
function statementLineFilter(line: string): SQL | undefined {
  const references = [...line.matchAll(/stl[\s_-]?([a-z0-9]{16}|[a-z0-9]{12})(?![a-z0-9])/gi)].map(
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
    'Paste the line of your bank’s alert: it contains our reference (STL…), the session ID, or the amount with its kobo',
  )
}

const pageWhere = ({ tx, merchant }: MerchantContext, input: PageInput, filter: SQL | undefined) =>
  listNewest(tx, input, {
    table: settlements,
    where: and(eq(settlements.merchantId, merchant.id), filter),
    from: selectListedSettlements(tx),
    serialize: toSettlementRow,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

const isPaidOut = sql.raw(isPaidOutSql)

export async function getSettlementsSummaryHandler(
  context: ReadContext,
  input: ParsedInput<typeof getSettlementsSummary>,
) {
  const { tx, merchant } = context
  const found = await tx
    .select({
      status: settlements.status,
      count: count(),
      amountKobo: sql<number>`sum(${settlements.amountKobo})::bigint`,
      paidKobo: sql<number>`${sql.raw(paidOutSql)}`,
      paidCount: sql<number>`count(*) filter (where ${isPaidOut})`,
      dutyKobo: sql<number>`coalesce(sum(${settlements.stampDutyKobo}) filter (where ${isPaidOut}), 0)::bigint`,
    })
    .from(settlements)
    .where(and(eq(settlements.merchantId, merchant.id), ofSettlementOwner(context), buildFilter(input)))
    .groupBy(settlements.status)
  const sum = (of: (status: string) => boolean, what: 'count' | 'amountKobo' | 'paidKobo' | 'paidCount' | 'dutyKobo') =>
    found.filter(({ status }) => of(status)).reduce((total, each) => total + Number(each[what]), 0)
  const paid = (status: string) => status === 'success'
  const stopped = (status: string) => status === 'failed' || status === 'on_hold'
  const waits = (status: string) => status !== 'success'
  return {
    paidKobo: sum(paid, 'paidKobo'),
    stampDutyKobo: sum(paid, 'dutyKobo'),
    paidCount: sum(paid, 'paidCount'),
    waitingKobo: sum(waits, 'amountKobo'),
    waitingCount: sum(waits, 'count'),
    needsActionKobo: sum(stopped, 'amountKobo'),
    needsActionCount: sum(stopped, 'count'),
    byStatus: Object.fromEntries(found.map(({ status, count }) => [status, count])),
  }
}
