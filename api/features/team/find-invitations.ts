import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { users } from '../auth/tables.ts'
import { roleNameColumns } from '../merchants/member-roles.ts'
import { customRoles } from '../merchants/tables.ts'
import { invitations } from './tables.ts'

/** Condition for invitations that are neither accepted nor revoked; they may have expired. */
export const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

/** Condition for one invitation of a business, which is its test business. */
export const isInvitation = (businessId: string, id: string) =>
  and(eq(invitations.merchantId, businessId), eq(invitations.id, id))

/** Query of open invitations with role and inviter. */
export const selectInvitations = (tx: Tx) =>
  tx
    .select({
      id: invitations.id,
      email: invitations.email,
      merchantId: invitations.merchantId,
      sentAt: invitations.sentAt,
      expiresAt: invitations.expiresAt,
      role: invitations.role,
      ...roleNameColumns,
      inviter: { email: users.email, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(customRoles, eq(customRoles.id, invitations.customRoleId))
