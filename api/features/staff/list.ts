import { staffLimits } from '@adire/contract/back-office/staff.ts'
import type { StaffMember } from '@adire/contract/back-office/staff-schemas.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import { staff, staffSessions } from './tables.ts'

export type StaffRecord = typeof staff.$inferSelect

/** The signed-in person. */
export async function getStaffPersonHandler({ tx, staff: person }: StaffContext) {
  const { id, name, email, role, permissions } = person
  const passkeys = await countPasskeys(tx, { kind: 'staff', id })
  return { id, name, email, role, permissions: [...permissions], passkeys }
}

export async function listStaffHandler({ tx, staff: person }: StaffContext) {
  return { content: await readStaff(tx, person.id) }
}

async function readStaff(tx: Tx, ownId: string | null, id?: string): Promise<StaffMember[]> {
  const lastSeenAt = sql<string | null>`(select max(last_seen_at) from ${staffSessions} where staff_id = ${staff.id})`
  const rows = await tx
    .select({ person: staff, lastSeenAt: lastSeenAt.mapWith(staffSessions.lastSeenAt) })
    .from(staff)
    .where(id ? eq(staff.id, id) : undefined)
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(staffLimits.people)
  return rows.map(({ person, lastSeenAt: seen }) => ({
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    status: statusOf(person),
    secondFactor: person.totpEnabledAt !== null,
    lastSeenAt: seen ? new Date(seen).toISOString() : null,
    createdAt: person.createdAt.toISOString(),
    invitationExpiresAt: person.joinedAt ? null : (person.invitationExpiresAt?.toISOString() ?? null),
    isYou: person.id === ownId,
  }))
}

/** One person, as the list has it. `ownId` is the signed-in person's. */
export async function toStaffResponse(tx: Tx, id: string, ownId: string | null): Promise<StaffMember> {
  const [member] = await readStaff(tx, ownId, id)
  return member!
}

const statusOf = ({ deactivatedAt, joinedAt }: StaffRecord): StaffMember['status'] =>
  deactivatedAt ? 'deactivated' : joinedAt ? 'active' : 'invited'

/**
 * A person, locked, by id or email.
 * @throws 404 staff_member_not_found
 */
export async function lockStaff(tx: Tx, given: { id: string } | { email: string }): Promise<StaffRecord> {
  const [found] = await tx
    .select()
    .from(staff)
    .where('id' in given ? eq(staff.id, given.id) : eq(staff.email, given.email))
    .for('update')
  if (!found) throw problem.notFound('staff member')
  return found
}
