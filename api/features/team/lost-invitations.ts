import type { Permission } from '@adire/contract/permissions.ts'
import { teamLimits } from '@adire/contract/team.ts'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isOpen } from './find-invitations.ts'
import { findMember, findRole, type RoleColumns } from './roles.ts'
import { invitations } from './tables.ts'

interface SentInvitation extends RoleColumns {
  merchantId: string
  invitedBy: string
}

/** Whether the sender is still a member who may give this role: an email sent before they were removed or demoted brings nobody in. */
export async function maySenderGive(tx: Tx, invitation: SentInvitation): Promise<boolean> {
  const sender = await findMember(tx, invitation.merchantId, invitation.invitedBy)
  const role = await findRole(tx, invitation.merchantId, invitation)
  const needed: Permission[] = ['team.manage', ...(role?.permissions ?? [])]
  return role !== undefined && needed.every((one) => sender?.permissions.includes(one))
}

/** Shows invitations whose sender may no longer give their role as expired: they no longer work, and others can send them again. */
export async function expireLostInvitations({ tx, realNow }: MemberContext, businessId: string) {
  const ofBusiness = eq(invitations.merchantId, businessId)
  const open = await tx
    .select()
    .from(invitations)
    .where(and(ofBusiness, gt(invitations.expiresAt, realNow), isOpen))
    .limit(teamLimits.invitations)
  const lost: string[] = []
  for (const invitation of open) if (!(await maySenderGive(tx, invitation))) lost.push(invitation.id)
  if (lost.length === 0) return
  await tx
    .update(invitations)
    .set({ expiresAt: realNow })
    .where(and(ofBusiness, inArray(invitations.id, lost)))
}
