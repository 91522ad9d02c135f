import { hourMs } from '@adire/contract/durations.ts'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { users } from '../auth/tables.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { registrations } from './tables.ts'

export type RegistrationRecord = typeof registrations.$inferSelect
export type NewRegistration = Pick<RegistrationRecord, 'passwordHash' | 'businessName' | 'countryId'>

/** How long a registration is kept, at least: an older one is deleted when the email is registered again. */
const storedMs = 48 * hourMs

/** Stores a registration of an email that is not verified yet; returns its id. Deletes expired ones of the user. */
export async function addRegistration(context: Context, userId: string, registration: NewRegistration) {
  const { tx, now, origin } = context
  const ago = new Date(now.getTime() - storedMs)
  await tx.delete(registrations).where(and(eq(registrations.userId, userId), lt(registrations.createdAt, ago)))
  const from = { device: describeDevice(origin.userAgent), ip: origin.ip }
  const [added] = await tx
    .insert(registrations)
    .values({ ...registration, ...from, userId, createdAt: now })
    .returning({ id: registrations.id })
  return added!.id
}

/** The registrations of an email that is not verified yet, newest first. */
export const listRegistrations = (tx: Tx, userId: string): Promise<RegistrationRecord[]> =>
  tx
    .select()
    .from(registrations)
    .where(eq(registrations.userId, userId))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(500)

export const recentRegistrations = ({ tx, now }: Context, userId: string): Promise<number> =>
  tx.$count(
    registrations,
    and(eq(registrations.userId, userId), gt(registrations.createdAt, new Date(now.getTime() - hourMs))),
  )

/** Applies one registration to an unverified account: its password and its business. */
export async function applyRegistration(tx: Tx, userId: string, registration: NewRegistration): Promise<void> {
  const { passwordHash, businessName, countryId } = registration
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
  const merchantIds = tx.select({ id: memberships.merchantId }).from(memberships).where(eq(memberships.userId, userId))
  await tx.update(merchants).set({ businessName, countryId }).where(inArray(merchants.id, merchantIds))
}

/** Deletes the registrations of an email after it is verified. */
export const dropRegistrations = (tx: Tx, userId: string) =>
  tx.delete(registrations).where(eq(registrations.userId, userId))
