import type { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import type { StaffEvent } from '@adire/contract/back-office/staff-audit-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { StaffContext, UnitOfWork } from '../../context.ts'
import { listNewest } from '../../http/page.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { checkAuditChains } from '../audit/chain.ts'
import { toAuditEntryResponse } from '../audit/entry.ts'
import { recordStaffEvent } from './events.ts'
import { staffEvents, staffLog } from './tables.ts'

type Filter = ParsedInput<typeof listStaffEvents>

export const listStaffEventsHandler = ({ tx }: StaffContext, input: Filter) =>
  listNewest(tx, input, {
    table: staffEvents,
    where: eventCondition(input),
    from: tx.select().from(staffEvents),
    serialize: toStaffEventResponse,
    keyOf: ({ at, id }) => [at, id],
  })

function eventCondition({ action, actor, from, to }: Filter): SQL | undefined {
  requireDayOrder(from, to)
  return and(
    action ? eq(staffEvents.action, action) : undefined,
    actor && !actor.includes('\0') ? eq(staffEvents.actorName, actor) : undefined,
    from ? gte(staffEvents.createdAt, startOfDay(from)) : undefined,
    to ? lt(staffEvents.createdAt, startOfDay(addDays(to, 1))) : undefined,
  )
}

/** Everybody in the log, so that the filter offers only names with results. */
export async function listStaffActorsHandler({ tx }: StaffContext) {
  const rows = await tx
    .selectDistinct({ name: staffEvents.actorName })
    .from(staffEvents)
    .orderBy(staffEvents.actorName)
    .limit(200)
  return { content: rows.map(({ name }) => name) }
}

/** Recomputes the chain of the whole log. The check is recorded, too. */
export async function checkStaffEventsHandler(unitOfWork: UnitOfWork<StaffContext>) {
  const { events, faults, digest } = await checkAuditChains(unitOfWork.write, staffLog)
  await unitOfWork.write((context) => recordStaffEvent(context, { action: 'audit.checked', after: { events, digest } }))
  return { events, faults, digest }
}

const toStaffEventResponse = (row: typeof staffEvents.$inferSelect): StaffEvent => ({
  id: row.id,
  action: row.action,
  actor: row.actorName,
  merchantId: row.merchantId,
  ...toAuditEntryResponse(row),
})
