import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getLoggedRequest, listLoggedRequests } from '@adire/contract/request-log.ts'
import type { LoggedRequest } from '@adire/contract/request-log-schemas.ts'
import { and, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { isId } from '../../database/keyset.ts'
import { listNewest } from '../../http/page.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { parseInstant } from './log-requests.ts'
import { requestLog } from './tables.ts'

type Row = Omit<typeof requestLog.$inferSelect, 'request' | 'response'>

export async function listLoggedRequestsHandler(context: MemberContext, input: ParsedInput<typeof listLoggedRequests>) {
  // Bodies are read only for a single entry.
  const { request: _, response: __, ...columns } = getTableColumns(requestLog)
  return listNewest(context.tx, input, {
    table: requestLog,
    where: requestCondition(context, input),
    from: context.tx.select(columns).from(requestLog),
    serialize: toLoggedRequest,
    keyOf: ({ at, id }) => [at, id],
  })
}

const toLoggedRequest = (row: Row): LoggedRequest => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  method: row.method,
  path: row.path,
  status: row.status,
  ms: row.ms,
  requestId: row.requestId,
  last4: row.last4,
})

type Filter = ParsedInput<typeof listLoggedRequests>

function requestCondition(
  { merchant }: MemberContext,
  { method, status, search, last4, from, to }: Filter,
): SQL | undefined {
  requireDayOrder(from, to)
  const hundred = status === undefined ? undefined : Number(status[0]) * 100
  return and(
    eq(requestLog.merchantId, merchant.id),
    method === undefined ? undefined : eq(requestLog.method, method),
    hundred === undefined ? undefined : and(gte(requestLog.status, hundred), lt(requestLog.status, hundred + 100)),
    last4 === undefined ? undefined : eq(requestLog.last4, last4),
    search === undefined || search === '' ? undefined : searchCondition(search),
    from === undefined ? undefined : gte(requestLog.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(requestLog.createdAt, startOfDay(addDays(to, 1))),
  )
}

const searchCondition = (search: string) => {
  const anywhere = sql`position(${search.toLowerCase()} in lower(${requestLog.path})) > 0`
  return isId(search.toLowerCase()) ? or(anywhere, eq(requestLog.requestId, search.toLowerCase())) : anywhere
}

export async function listLoggedKeysHandler({ tx, merchant }: MemberContext) {
  const found = await tx
    .selectDistinct({ last4: requestLog.last4 })
    .from(requestLog)
    .where(eq(requestLog.merchantId, merchant.id))
    .orderBy(requestLog.last4)
    .limit(100)
  return { content: found.map(({ last4 }) => last4) }
}

export async function getLoggedRequestHandler(
  { tx, merchant }: MemberContext,
  { id }: ParsedInput<typeof getLoggedRequest>,
) {
  const [row] = await tx
    .select()
    .from(requestLog)
    .where(
      and(eq(requestLog.merchantId, merchant.id), eq(requestLog.createdAt, parseInstant(id)), eq(requestLog.id, id)),
    )
  if (!row) throw problem.notFound('request')
  const { ip, userAgent, query, request, response } = row
  return { ...toLoggedRequest(row), ip, userAgent, query, request, response }
}
