import {
  type getMandateStatus,
  type listDebits,
  type listMandatePayments,
  type listMandates,
  mandateStatuses,
} from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { fromCursor, invalidCursor, isId, toSql } from '../../database/keyset.ts'
import { buildPage, countUpTo, listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { listPaymentPage } from '../payments/list.ts'
import { payments } from '../payments/tables.ts'
import { findMandate } from './move.ts'
import { resolveMandateSearch } from './search.ts'
import { nextDebitAt, toDebitResponse, toMandateRow, toMandateStanding } from './serialize.ts'
import { mandateDebits, mandates } from './tables.ts'

const waiting = ['draft', 'pending', 'pending_authorization', 'pending_activation'] as const
const over = ['rejected', 'authorization_expired', 'cancelled', 'expired'] as const

export const expandStatusFilter = (filter: NonNullable<ParsedInput<typeof listMandates>['status']>) => {
  if (filter === 'waiting') return [...waiting]
  return filter === 'ended' ? [...over] : mandateStatuses.filter((status) => status === filter)
}

export async function listMandatesHandler(context: MerchantContext, input: ParsedInput<typeof listMandates>) {
  const { tx, merchant } = context
  const { status, customerId } = input
  const search = await resolveMandateSearch(context, input.search)
  const where = and(
    eq(mandates.merchantId, merchant.id),
    status === undefined ? undefined : inArray(mandates.status, expandStatusFilter(status)),
    customerId ? eq(mandates.customerId, customerId) : undefined,
    search && toSql(search),
  )
  return listNewest(tx, input, {
    table: mandates,
    where,
    from: tx.select({ mandate: mandates, next: nextDebitAt(merchant.id) }).from(mandates),
    serialize: ({ mandate, next }) => toMandateRow(mandate, next),
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
}

async function requireMine({ tx, merchant }: MerchantContext, id: string): Promise<void> {
  const mine = and(eq(mandates.merchantId, merchant.id), eq(mandates.id, id))
  if ((await tx.$count(mandates, mine)) === 0) throw problem.notFound('mandate')
}

/** Payment of the last attempt of a debit. */
export const paymentOfDebit = and(
  eq(payments.merchantId, mandateDebits.merchantId),
  eq(payments.id, mandateDebits.paymentId),
)

/** Lists a mandate's debits, latest due date first. */
export async function listDebitsHandler(context: MerchantContext, input: ParsedInput<typeof listDebits>) {
  const { tx, merchant } = context
  const { id, limit, cursor, status } = input
  await requireMine(context, id)
  const where = and(
    eq(mandateDebits.merchantId, merchant.id),
    eq(mandateDebits.mandateId, id),
    status && eq(mandateDebits.status, status),
  )
  const rows = await tx
    .select({ debit: mandateDebits, refundedKobo: payments.refundedKobo })
    .from(mandateDebits)
    .leftJoin(payments, paymentOfDebit)
    .where(and(where, cursor === undefined ? undefined : dueBefore(cursor)))
    .orderBy(desc(mandateDebits.dueOn), desc(mandateDebits.id))
    .limit(limit + 1)
    .offset(cursor === undefined ? input.offset : 0)
  return buildPage(rows, input, {
    total: await countUpTo(tx, mandateDebits, where),
    serialize: ({ debit, refundedKobo }) => toDebitResponse(debit, refundedKobo ?? 0),
    keyOf: (debit) => [debit.dueOn, debit.id],
  })
}

function dueBefore(cursor: string): SQL {
  const [day, id] = fromCursor(cursor, 2) as [string, string]
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)) || !isId(id)) throw invalidCursor()
  return sql`(${mandateDebits.dueOn}, ${mandateDebits.id}) < (${day}::date, ${id}::uuid)`
}

export async function listMandatePaymentsHandler(
  context: MerchantContext,
  input: ParsedInput<typeof listMandatePayments>,
) {
  await requireMine(context, input.id)
  const { id: mandateId, ...page } = input
  return listPaymentPage(context, { ...page, mandateId })
}

export async function getMandateStatusHandler(
  { tx, merchant }: MerchantContext,
  { id }: ParsedInput<typeof getMandateStatus>,
) {
  return toMandateStanding(await findMandate(tx, { merchantId: merchant.id, id }))
}
