import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { internationalPhone } from '@adire/contract/phone.ts'
import {
  changePassword,
  confirmUser,
  disableTwoFactor,
  enableTwoFactor,
  endOtherSessions,
  endSession,
  forgotPassword,
  getNotificationPreferences,
  getUser,
  listSessions,
  logOut,
  renewRecoveryCodes,
  resendVerificationEmail,
  resetPassword,
  startTwoFactor,
  updateNotificationPreferences,
  updateUser,
  validatePassword,
  verifyEmail,
} from '@adire/contract/users.ts'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { recoveryCodes, users } from '../auth/tables.ts'
import { confirmUserHandler } from './confirm.ts'
import { endOtherSessionsHandler, endSessionHandler, listSessionsHandler, logOutHandler } from './devices.ts'
import {
  forgotPasswordHandler,
  resendVerificationEmailHandler,
  resetPasswordHandler,
  verifyEmailHandler,
} from './mailed.ts'
import { changePasswordHandler, validatePasswordHandler } from './password.ts'
import { getNotificationPreferencesHandler, updateNotificationPreferencesHandler } from './preferences.ts'
import {
  disableTwoFactorHandler,
  enableTwoFactorHandler,
  renewRecoveryCodesHandler,
  startTwoFactorHandler,
} from './two-factor.ts'

export const userRoutes = [
  routeWithoutTransaction(verifyEmail, verifyEmailHandler),
  route(resendVerificationEmail, resendVerificationEmailHandler),
  route(forgotPassword, forgotPasswordHandler),
  routeWithoutTransaction(resetPassword, resetPasswordHandler),
  route(getUser, getUserHandler),
  route(updateUser, updateUserHandler),
  routeWithoutTransaction(validatePassword, validatePasswordHandler),
  routeWithoutTransaction(changePassword, changePasswordHandler),
  routeWithoutTransaction(confirmUser, confirmUserHandler),
  route(startTwoFactor, startTwoFactorHandler),
  routeWithoutTransaction(enableTwoFactor, enableTwoFactorHandler),
  route(disableTwoFactor, disableTwoFactorHandler),
  route(renewRecoveryCodes, renewRecoveryCodesHandler),
  route(listSessions, listSessionsHandler),
  routeWithoutTransaction(endSession, endSessionHandler),
  routeWithoutTransaction(endOtherSessions, endOtherSessionsHandler),
  route(getNotificationPreferences, getNotificationPreferencesHandler),
  route(updateNotificationPreferences, updateNotificationPreferencesHandler),
  routeWithoutTransaction(logOut, logOutHandler),
]

async function getUserHandler({ tx, user }: UserContext, { id }: ParsedInput<typeof getUser>) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  if (!found) throw problem.notFound('user')
  const { email, firstName, lastName, phone, totpEnabledAt } = found
  const [codes] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt)))
  return { id, email, firstName, lastName, phone, twoFactor: totpEnabledAt !== null, recoveryCodesLeft: codes!.left }
}

async function updateUserHandler(context: UserContext, { id, phone, ...names }: ParsedInput<typeof updateUser>) {
  const { tx, user } = context
  if (id !== user.id) throw problem.notFound('user')
  const [before] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  const changes = changesBetween({ ...before }, { ...names, phone: internationalPhone(phone) })
  if (changes) {
    await tx.update(users).set(changes.after).where(eq(users.id, id))
    await recordAuditEvent(context, { action: 'user.updated', ...changes })
  }
  return getUserHandler(context, { id })
}
