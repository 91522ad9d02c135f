import { type StaffPermission, staffPermissionMissing } from '@adire/contract/staff-permissions.ts'
import { eq } from 'drizzle-orm'
import type { SignedInStaff } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toSignedInStaff } from '../staff/session-state.ts'
import { staff } from '../staff/tables.ts'
import { findStaffAction } from './actions.ts'
import type { StaffApprovalRecord } from './move.ts'

/** A person with the role of now, from the database: what the session cache knows may be a second old. Undefined without access. */
export async function readStaffPerson(tx: Tx, id: string, sessionId: string): Promise<SignedInStaff | undefined> {
  const [person] = await tx.select().from(staff).where(eq(staff.id, id))
  return person?.joinedAt && !person.deactivatedAt ? toSignedInStaff(person, sessionId) : undefined
}

const permissionOf = ({ action }: Pick<StaffApprovalRecord, 'action'>): StaffPermission =>
  findStaffAction(action).endpoint.staffPermission!

/** The person as somebody who wants to decide: they must be allowed to do the action themselves. */
export function toDecider({ id, role, permissions }: SignedInStaff, request: StaffApprovalRecord) {
  const permission = permissionOf(request)
  return { id, isAllowed: permissions.has(permission), denied: staffPermissionMissing(role, permission) }
}

/** Why a request is void: its requester has left, or has a role that does not include the action. Undefined if it is not. */
export function findRequesterError(
  request: StaffApprovalRecord,
  requester: SignedInStaff | undefined,
): string | undefined {
  if (!requester) return `${request.requestedBy} has no access to the back office any more`
  if (requester.permissions.has(permissionOf(request))) return undefined
  return `The role of ${request.requestedBy} does not include this any more`
}

/** What the two-person rule knows of a request. */
export const toTwoPersonRequest = ({ status, expiresAt, requestedById }: StaffApprovalRecord) => ({
  status,
  expiresAt,
  requesters: [requestedById],
})
