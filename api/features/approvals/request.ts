import { createHash } from 'node:crypto'
import { approvalLimits } from '@adire/contract/approval-actions.ts'
import type { ApprovalAction } from '@adire/contract/approvals-schemas.ts'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { approvalMs, tooManyApprovals } from '../lifecycle/two-person.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import type { ApprovalPreview } from './action.ts'
import { type ApprovalRecord, announceApproval, approvalTimeline } from './move.ts'
import { notifyApprovers } from './notify.ts'
import { listRequesters } from './persons.ts'
import { approvalRequests } from './tables.ts'

interface NewApproval {
  action: ApprovalAction
  input: object
  preview: ApprovalPreview
}

/**
 * Stores an action that waits for a second person, and notifies those who may decide. The same person who asks for the same again gets
 * the request that waits.
 * @throws 409 too_many_approvals
 */
export async function addApproval(
  context: MerchantContext,
  { action, input, preview }: NewApproval,
): Promise<ApprovalRecord> {
  const { tx, merchant, user, apiKey, now } = context
  // The second of two simultaneous requests counts the first.
  await lockMerchant(context)
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const waiting = and(eq(approvalRequests.merchantId, merchant.id), eq(approvalRequests.status, 'waiting'))
  if ((await tx.$count(approvalRequests, waiting)) >= approvalLimits.waiting)
    throw tooManyApprovals(approvalLimits.waiting)
  const requestedBy = await readActorName(context)
  const [added] = await tx
    .insert(approvalRequests)
    .values({
      merchantId: merchant.id,
      action,
      status: 'waiting',
      title: preview.title,
      subjectId: preview.subjectId ?? null,
      effects: preview.effects,
      input: input as Record<string, unknown>,
      inputHash,
      requesters: await listRequesters(context),
      requestedByUserId: user?.id ?? null,
      requestedByKeyId: apiKey?.id ?? null,
      requestedBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + approvalMs(approvalLimits.days)),
    })
    .onConflictDoNothing()
    .returning()
  if (!added) return findSame(context, action, inputHash)
  await approvalTimeline.append(tx, added, now, 'requested', `${requestedBy} asked: ${preview.title}`)
  await recordAuditEvent(context, { action: 'approval.requested', object: preview.title, after: { id: added.id } })
  await announceApproval(tx, added)
  await notifyApprovers(context, added, (await countRecent(context)) <= approvalLimits.mailed)
  return added
}

async function findSame({ tx, merchant, user }: MerchantContext, action: ApprovalAction, inputHash: string) {
  const [same] = await tx
    .select()
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.merchantId, merchant.id),
        eq(approvalRequests.action, action),
        eq(approvalRequests.inputHash, inputHash),
        user ? eq(approvalRequests.requestedByUserId, user.id) : isNull(approvalRequests.requestedByUserId),
        eq(approvalRequests.status, 'waiting'),
      ),
    )
  // The other request has ended between the two statements.
  if (!same) throw problem.busy()
  return same
}

/** Number of requests in the last hour: a leaked key must not send the approvers any number of emails. */
const countRecent = ({ tx, merchant, now }: MerchantContext) =>
  tx.$count(
    approvalRequests,
    and(
      eq(approvalRequests.merchantId, merchant.id),
      gt(approvalRequests.createdAt, sql`${now.toISOString()}::timestamptz - interval '1 hour'`),
    ),
  )
