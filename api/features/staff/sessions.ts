import type { endStaffSession } from '@adire/contract/back-office/staff.ts'
import { staffLimits } from '@adire/contract/back-office/staff.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { StaffContext, UnitOfWork } from '../../context.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { problem } from '../../http/problem.ts'
import { recordStaffEvent } from './events.ts'
import { endStaffSessions, evictStaff, evictStaffSession } from './session-state.ts'
import { staffSessions } from './tables.ts'

/** Most sessions in the list. */
const listed = 50

/** Sessions of the person that have not ended, last used first. */
export async function listStaffSessionsHandler({ tx, staff, realNow }: StaffContext) {
  const rows = await tx
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, staff.id),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, realNow),
        gt(staffSessions.lastSeenAt, new Date(realNow.getTime() - staffLimits.idleMs)),
      ),
    )
    .orderBy(desc(staffSessions.lastSeenAt), desc(staffSessions.id))
    .limit(listed)
  return {
    content: rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
      id,
      device: describeDevice(userAgent),
      ip,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === staff.sessionId,
    })),
  }
}

/**
 * Ends one of the person's sessions.
 * @throws 404 session_not_found
 */
export async function endStaffSessionHandler(
  unitOfWork: UnitOfWork<StaffContext>,
  { id }: ParsedInput<typeof endStaffSession>,
): Promise<void> {
  await unitOfWork.write(async (context) => {
    const { tx, staff, realNow } = context
    const [ended] = await tx
      .update(staffSessions)
      .set({ endedAt: realNow, endReason: 'signed_out_elsewhere' })
      .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, staff.id), isNull(staffSessions.endedAt)))
      .returning({ userAgent: staffSessions.userAgent })
    if (!ended) throw problem.notFound('session')
    await recordStaffEvent(context, { action: 'session.ended', object: describeDevice(ended.userAgent) })
  })
  evictStaffSession(id)
}

/** Ends every session of the person except this one. */
export async function endOtherStaffSessionsHandler(unitOfWork: UnitOfWork<StaffContext>): Promise<void> {
  const staffId = await unitOfWork.write(async (context) => {
    const { tx, staff, realNow } = context
    const ended = await endStaffSessions(tx, staff.id, 'signed_out_elsewhere', realNow, staff.sessionId)
    if (ended > 0) await recordStaffEvent(context, { action: 'session.ended', object: `${ended} other devices` })
    return staff.id
  })
  evictStaff(staffId)
}
