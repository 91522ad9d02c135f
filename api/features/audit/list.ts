import type { downloadAuditEvents, listAuditEvents } from '@adire/contract/audit.ts'
import { auditActions } from '@adire/contract/audit.ts'
import type { AuditEvent } from '@adire/contract/audit-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, getTableColumns, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { olderThan } from '../../database/keyset.ts'
import type { TableFormat } from '../../http/cells.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { listNewest } from '../../http/page.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { type RowColumn, rowColumns, streamTable } from '../../http/table-file.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { chainedText } from './chain.ts'
import { toAuditEntryResponse } from './entry.ts'
import { auditEvents } from './tables.ts'

type Filter = ParsedInput<typeof downloadAuditEvents>
type Row = typeof auditEvents.$inferSelect & { person: string | null }

/** The log names users by their email address, which never changes; people read their present names. */
const personName = sql<string | null>`(
  select nullif(concat_ws(' ', first_name, last_name), '') from users where actor_kind = 'user' and users.email = actor_name
)`
const eventColumns = { ...getTableColumns(auditEvents), person: personName }

export const listAuditEventsHandler = (context: MemberContext, input: ParsedInput<typeof listAuditEvents>) =>
  listNewest(context.tx, input, {
    table: auditEvents,
    where: auditEventCondition(context, input),
    from: context.tx.select(eventColumns).from(auditEvents),
    serialize: toAuditEventResponse,
    keyOf: ({ at, id }) => [at, id],
  })

/** All actors in the log, so that the filter offers only names with results. */
export async function listAuditActorsHandler(context: MemberContext) {
  const rows = await context.tx
    .selectDistinct({ name: auditEvents.actorName, person: personName })
    .from(auditEvents)
    .where(visible(context))
    .orderBy(auditEvents.actorName)
    .limit(100)
  return { content: rows }
}

export const downloadAuditEventsHandler = (
  context: MemberContext,
  { columns, ...filter }: Filter,
  format: TableFormat,
) =>
  streamTable(fileColumns, { columns, format }, (last, limit) => {
    const found = auditEventCondition(context, filter)
    return context.tx
      .select(eventColumns)
      .from(auditEvents)
      .where(last ? and(found, olderThan(auditEvents, [last.createdAt.toISOString(), last.id])) : found)
      .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
      .limit(limit)
  })

const fileColumns: readonly RowColumn<Row>[] = rowColumns('auditEvents', {
  time: ({ createdAt }) => createdAt,
  who: ({ person, actorName }) => person ?? actorName,
  account: ({ person, actorName }) => person && actorName,
  what: ({ action }) => auditActions[action],
  object: ({ object }) => object,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  address: ({ ip }) => ip,
  device: ({ userAgent }) => describeDevice(userAgent),
  position: ({ position }) => position,
  chained: (row) => row.position && chainedText(row, row.position),
  hash: ({ hash }) => hash,
})

/** Events of the business, and of the user's own account. Account events of other users stay private. */
const visible = ({ merchant, user }: MemberContext) =>
  or(eq(auditEvents.merchantId, merchant.id), and(eq(auditEvents.userId, user.id), isNull(auditEvents.merchantId)))

function auditEventCondition(context: MemberContext, { action, actor, from, to }: Filter): SQL | undefined {
  requireDayOrder(from, to)
  return and(
    visible(context),
    action ? eq(auditEvents.action, action) : undefined,
    actor && !actor.includes('\0') ? eq(auditEvents.actorName, actor) : undefined,
    from ? gte(auditEvents.createdAt, startOfDay(from)) : undefined,
    to ? lt(auditEvents.createdAt, startOfDay(addDays(to, 1))) : undefined,
  )
}

const toAuditEventResponse = (row: Row): AuditEvent => ({
  id: row.id,
  action: row.action,
  actor: { kind: row.actorKind, name: row.actorName, person: row.person },
  ...toAuditEntryResponse(row),
})
