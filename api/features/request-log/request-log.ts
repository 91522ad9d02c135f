import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getLoggedRequest, listLoggedRequests } from '@adire/contract/request-log.ts'
import type { LoggedRequest } from '@adire/contract/request-log-schemas.ts'
import { and, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
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
  method: row.method as LoggedRequest['method'],
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

/** Maximum number of entries kept per business; the oldest are purged. */
export const maxLoggedRequests = 20_000
/** Maximum number of entries purged at once. */
export const requestsAtOnce = 20_000

/** Purges requests older than their mode's retention, or above the maximum number. Returns the number of deleted rows. */
export async function purgeRequestLog(tx: Tx, now: Date, most = maxLoggedRequests): Promise<number> {
  const { rowCount } = await tx.$client.query({
    name: 'forget_old_requests',
    text: `
      with recursive known as (
        (select merchant_id from request_log order by merchant_id limit 1)
        union all
        select (select next.merchant_id from request_log next where next.merchant_id > known.merchant_id order by 1 limit 1)
        from known where known.merchant_id is not null
      ), floors as (
        select known.merchant_id, greatest(
          $1::timestamptz - case merchant.mode when 'LIVE' then interval '30 days' else interval '7 days' end,
          (select one.created_at from request_log one where one.merchant_id = known.merchant_id
           order by one.created_at desc, one.id desc offset $2 limit 1)
        ) as until
        from known join merchants merchant on merchant.id = known.merchant_id
      ), old as (
        select old.merchant_id, old.created_at, old.id
        from floors join request_log old on old.merchant_id = floors.merchant_id and old.created_at <= floors.until
        limit $3
      )
      delete from request_log one using old
      where one.merchant_id = old.merchant_id and one.created_at = old.created_at and one.id = old.id`,
    values: [now, most, requestsAtOnce],
  })
  return rowCount ?? 0
}
