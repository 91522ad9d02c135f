import { createHash } from 'node:crypto'
import { type StaffApprovalAction, staffApprovalLimits } from '@adire/contract/back-office/approval-actions.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { approvalMs, tooManyApprovals } from '../lifecycle/two-person.ts'
import { recordStaffEvent } from '../staff/events.ts'
import type { StaffApprovalPreview } from './action.ts'
import type { StaffApprovalRecord } from './move.ts'
import { notifyStaffApprovers } from './notify.ts'
import { staffApprovalRequests } from './tables.ts'

interface NewRequest {
  action: StaffApprovalAction
  input: object
  preview: StaffApprovalPreview
}

/**
 * Stores an action that waits for a second person, and emails those who may decide. The same person who asks for the same again gets
 * the request that waits. Returns its id.
 * @throws 409 too_many_approvals
 */
export async function addStaffApproval(context: StaffContext, { action, input, preview }: NewRequest): Promise<string> {
  const { tx, staff, realNow: now } = context
  // The second of two simultaneous requests counts the first.
  await lockName(tx, 'staff approvals')
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const isWaiting = eq(staffApprovalRequests.status, 'waiting')
  if ((await tx.$count(staffApprovalRequests, isWaiting)) >= staffApprovalLimits.waiting)
    throw tooManyApprovals(staffApprovalLimits.waiting)
  const [added] = await tx
    .insert(staffApprovalRequests)
    .values({
      action,
      status: 'waiting',
      title: preview.title,
      merchantId: preview.merchantId ?? null,
      effects: preview.effects,
      input: input as Record<string, unknown>,
      inputHash,
      requestedById: staff.id,
      requestedBy: staff.name,
      createdAt: now,
      expiresAt: new Date(now.getTime() + approvalMs(staffApprovalLimits.days)),
    })
    .onConflictDoNothing()
    .returning()
  if (!added) return (await findSame(context, action, inputHash)).id
  await recordStaffEvent(context, {
    action: 'approval.requested',
    object: added.title,
    after: { id: added.id },
    ...(added.merchantId && { merchantId: added.merchantId }),
  })
  if ((await countRecent(context)) <= staffApprovalLimits.mailed) await notifyStaffApprovers(context, added)
  return added.id
}

async function findSame({ tx, staff }: StaffContext, action: StaffApprovalAction, inputHash: string) {
  const [same] = await tx
    .select()
    .from(staffApprovalRequests)
    .where(
      and(
        eq(staffApprovalRequests.action, action),
        eq(staffApprovalRequests.inputHash, inputHash),
        eq(staffApprovalRequests.requestedById, staff.id),
        eq(staffApprovalRequests.status, 'waiting'),
      ),
    )
  // The other request has ended between the two statements.
  if (!same) throw problem.busy()
  return same satisfies StaffApprovalRecord
}

/** Number of requests of the person in the last hour: nobody sends colleagues any number of emails. */
const countRecent = ({ tx, staff, realNow }: StaffContext) =>
  tx.$count(
    staffApprovalRequests,
    and(
      eq(staffApprovalRequests.requestedById, staff.id),
      gt(staffApprovalRequests.createdAt, sql`${realNow.toISOString()}::timestamptz - interval '1 hour'`),
    ),
  )
