import { type approvalActions, findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findApiKey } from '../api-keys/find-key.ts'
import { users } from '../auth/tables.ts'
import { listMemberRecords } from '../merchants/member-roles.ts'
import { findAction } from './actions.ts'
import type { ApprovalRecord } from './move.ts'

type Permissions = ReadonlySet<Permission>
const none: Permissions = new Set()

/** What a member may do now, from the database: what the session cache knows may be a second old. */
export async function readPermissions(tx: Tx, merchantId: string, userId: string): Promise<Permissions> {
  const [member] = await listMemberRecords(tx, merchantId, eq(users.id, userId))
  return member?.permissions ?? none
}

/** Whether a role may decide on an action: it must be allowed to do it itself, too. */
export const mayDecide = (held: Permissions, action: keyof typeof approvalActions): boolean =>
  held.has('approvals.manage') && held.has(findApprovalRule(action).permission)

/** Whether a role may see requests of an action: it may see what the action changes. */
export const maySee = (held: Permissions, action: keyof typeof approvalActions): boolean => {
  const { permission } = findApprovalRule(action)
  return held.has(permission) || held.has(permission.replace('.manage', '.view') as Permission)
}

/** The ids of the persons who count as the requester, whichever session or key they use. */
export async function listRequesters({ tx, merchant, user, apiKey }: MerchantContext): Promise<string[]> {
  if (user) return [user.id]
  const key = await findApiKey(tx, { merchantId: merchant.id, id: apiKey!.id })
  return key?.createdBy ? [key.createdBy] : []
}

/**
 * Why the requester may not do this any more: a person who has left or has another role, a key that was revoked, replaced or
 * restricted. Undefined if they still may.
 */
export async function findRequesterError(tx: Tx, request: ApprovalRecord, realNow: Date): Promise<string | undefined> {
  const { merchantId, requestedBy, requestedByUserId, requestedByKeyId } = request
  const needed = findAction(request.action).endpoint.permission ?? findApprovalRule(request.action).permission
  const isHeld = (held: Permissions) => held.has(needed) || (needed === 'refunds.manage' && held.has('refunds.request'))
  if (requestedByUserId) {
    const held = await readPermissions(tx, merchantId, requestedByUserId)
    if (held === none) return `${requestedBy} is no longer a member of the business`
    return isHeld(held) ? undefined : `The role of ${requestedBy} no longer allows this`
  }
  const key = await findApiKey(tx, { merchantId, id: requestedByKeyId! })
  if (!key || (key.expiresAt && key.expiresAt <= realNow)) return `${requestedBy} was revoked or replaced`
  return !key.permissions || isHeld(new Set(key.permissions)) ? undefined : `${requestedBy} may no longer do this`
}
