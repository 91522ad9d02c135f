import { approvalActionNames, findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { countApprovals, listApprovals } from '@adire/contract/approvals.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { MemberContext, MerchantContext } from '../../context.ts'
import { listNewest } from '../../http/page.ts'
import type { ApprovalRecord } from './move.ts'
import { mayDecide, maySee } from './persons.ts'
import { toApprovalResponse } from './serialize.ts'
import { approvalRequests } from './tables.ts'
import { readCaller } from './visible.ts'

const isOwn = ({ user, apiKey }: MerchantContext): SQL =>
  user ? eq(approvalRequests.requestedByUserId, user.id) : eq(approvalRequests.requestedByKeyId, apiKey!.id)

const ofActions = (held: ReadonlySet<Permission>, is: typeof maySee) =>
  inArray(
    approvalRequests.action,
    approvalActionNames.filter((action) => is(held, action)),
  )

export async function listApprovalsHandler(context: MerchantContext, input: ParsedInput<typeof listApprovals>) {
  const { tx, merchant, now } = context
  const caller = await readCaller(context)
  const open = inArray(approvalRequests.status, ['waiting', 'approved'])
  const ofGroup = approvalActionNames.filter((action) => findApprovalRule(action).group === input.group)
  return listNewest(tx, input, {
    table: approvalRequests,
    where: and(
      eq(approvalRequests.merchantId, merchant.id),
      or(isOwn(context), ofActions(caller.held, maySee)),
      input.state === 'open' ? open : input.state === 'ended' ? not(open) : undefined,
      input.group && inArray(approvalRequests.action, ofGroup),
      input.subjectId ? eq(approvalRequests.subjectId, input.subjectId) : undefined,
    ),
    from: tx.select().from(approvalRequests),
    serialize: (request: ApprovalRecord) => toApprovalResponse(request, context, caller, now),
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
}

/** Maximum number of requests that are counted. */
const maxCounted = 99

export async function countApprovalsHandler(context: MemberContext, _input: ParsedInput<typeof countApprovals>) {
  const { tx, merchant, user, now } = context
  const { held } = await readCaller(context)
  const isMine = eq(approvalRequests.requestedByUserId, user.id)
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.merchantId, merchant.id),
        sql`${approvalRequests.expiresAt} > ${now.toISOString()}::timestamptz`,
        or(
          and(
            eq(approvalRequests.status, 'waiting'),
            not(sql`${approvalRequests.requesters} @> ${JSON.stringify([user.id])}::jsonb`),
            ofActions(held, mayDecide),
          ),
          and(eq(approvalRequests.status, 'approved'), isMine),
        ),
      ),
    )
    .limit(maxCounted)
    .as('some')
  return { waiting: await tx.$count(some) }
}
