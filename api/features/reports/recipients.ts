import type { ReportRecipient } from '@adire/contract/report-schedules-schemas.ts'
import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { users } from '../auth/tables.ts'
import { memberships } from '../merchants/tables.ts'
import { reportRecipients } from './tables.ts'

const maximum = 100

/** Members of a business with a verified email address: the only people who may get its reports. */
async function listMembersWithEmail(tx: Tx, merchantId: string, which?: SQL): Promise<ReportRecipient[]> {
  const rows = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), isNotNull(users.emailVerifiedAt), which))
    .orderBy(asc(users.email))
    .limit(maximum)
  return rows.map(({ id, email, firstName, lastName }) => ({
    id,
    email,
    name: [firstName, lastName].filter(Boolean).join(' ') || null,
  }))
}

export const listReportRecipientsHandler = async ({ tx, merchant }: MemberContext) => ({
  content: await listMembersWithEmail(tx, merchant.id),
})

/** The recipients of a schedule who may still get reports. */
export const listRecipients = (tx: Tx, merchantId: string, scheduleId: string): Promise<ReportRecipient[]> => {
  const ofSchedule = tx
    .select({ id: reportRecipients.userId })
    .from(reportRecipients)
    .where(eq(reportRecipients.scheduleId, scheduleId))
  return listMembersWithEmail(tx, merchantId, inArray(users.id, ofSchedule))
}

/** The user, if they may get reports of the business now. */
export const findRecipient = async (tx: Tx, merchantId: string, userId: string): Promise<ReportRecipient | undefined> =>
  (await listMembersWithEmail(tx, merchantId, eq(users.id, userId)))[0]

/**
 * Email addresses of chosen recipients.
 * @throws validation_error (422) on `recipientIds` for somebody who may not get reports of the business
 */
export async function requireRecipients({ tx, merchant }: MemberContext, ids: readonly string[]): Promise<string[]> {
  const found = await listMembersWithEmail(tx, merchant.id, inArray(users.id, [...ids]))
  if (found.length < ids.length)
    throw problem.field('recipientIds', 'Choose members of this business with a verified email address')
  return found.map(({ email }) => email)
}
