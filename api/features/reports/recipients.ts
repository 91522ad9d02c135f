import type { ReportRecipient } from '@adire/contract/report-schedules-schemas.ts'
import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { users } from '../auth/tables.ts'
import { fullName, listMemberRecords } from '../merchants/member-roles.ts'
import { reportRecipients } from './tables.ts'

/** Members of a business who may see its reports and have a verified email address: the only people who get them. */
async function listMembersWithEmail(tx: Tx, merchantId: string, which?: SQL): Promise<ReportRecipient[]> {
  const members = await listMemberRecords(tx, merchantId, and(isNotNull(users.emailVerifiedAt), which))
  return members
    .filter(({ permissions }) => permissions.has('reports.view'))
    .map(({ user }) => ({ id: user.id, email: user.email, name: fullName(user) ?? null }))
}

export const listReportRecipientsHandler = async ({ tx, merchant }: MemberContext) => ({
  content: await listMembersWithEmail(tx, merchant.id),
})

/** Condition for the recipients of one schedule of a business. */
export const isRecipientOf = (merchantId: string, scheduleId: string) =>
  and(eq(reportRecipients.merchantId, merchantId), eq(reportRecipients.scheduleId, scheduleId))

/** The recipients of a schedule who may still get reports. */
export const listRecipients = (tx: Tx, merchantId: string, scheduleId: string): Promise<ReportRecipient[]> => {
  const ofSchedule = tx
    .select({ id: reportRecipients.userId })
    .from(reportRecipients)
    .where(isRecipientOf(merchantId, scheduleId))
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
