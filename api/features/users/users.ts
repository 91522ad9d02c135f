import type { Parsed } from '@adire/contract/endpoint.ts'
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
import { answer, answerInSteps } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { confirm } from './confirm.ts'
import { devices, signOut, signOutDevice, signOutOthers } from './devices.ts'
import { forgot, resend, reset, verify } from './mailed.ts'
import { change, validate } from './password.ts'
import { preferences, updatePreferences } from './preferences.ts'
import { recoveryCodes, users } from './tables.ts'
import { disable, enable, renewCodes, start } from './two-factor.ts'

export const routes = [
  answerInSteps(verifyEmail, verify),
  answer(resendVerificationEmail, resend),
  answer(forgotPassword, forgot),
  answerInSteps(resetPassword, reset),
  answer(getUser, get),
  answer(updateUser, update),
  answerInSteps(validatePassword, validate),
  answerInSteps(changePassword, change),
  answerInSteps(confirmUser, confirm),
  answer(startTwoFactor, start),
  answerInSteps(enableTwoFactor, enable),
  answer(disableTwoFactor, disable),
  answer(renewRecoveryCodes, renewCodes),
  answer(listSessions, devices),
  answerInSteps(endSession, signOutDevice),
  answerInSteps(endOtherSessions, signOutOthers),
  answer(getNotificationPreferences, preferences),
  answer(updateNotificationPreferences, updatePreferences),
  answerInSteps(logOut, signOut),
]

async function get({ tx, user }: UserContext, { id }: Parsed<typeof getUser>) {
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

async function update(context: UserContext, { id, phone, ...names }: Parsed<typeof updateUser>) {
  const { tx, user } = context
  if (id !== user.id) throw problem.notFound('user')
  const [before] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  const changes = changesBetween({ ...before }, { ...names, phone: internationalPhone(phone) })
  if (changes) {
    await tx.update(users).set(changes.after).where(eq(users.id, id))
    await record(context, { action: 'user.updated', ...changes })
  }
  return get(context, { id })
}
