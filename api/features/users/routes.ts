import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@adire/contract/passkeys.ts'
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
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { confirmUserHandler } from './confirm.ts'
import { endOtherSessionsHandler, endSessionHandler, listSessionsHandler, logOutHandler } from './devices.ts'
import {
  forgotPasswordHandler,
  resendVerificationEmailHandler,
  resetPasswordHandler,
  verifyEmailHandler,
} from './mailed.ts'
import {
  addPasskeyHandler,
  listPasskeysHandler,
  removePasskeyHandler,
  renamePasskeyHandler,
  startPasskeyConfirmationHandler,
  startPasskeyHandler,
  startPasskeySignInHandler,
} from './passkeys.ts'
import { changePasswordHandler, validatePasswordHandler } from './password.ts'
import { getNotificationPreferencesHandler, updateNotificationPreferencesHandler } from './preferences.ts'
import {
  disableTwoFactorHandler,
  enableTwoFactorHandler,
  renewRecoveryCodesHandler,
  startTwoFactorHandler,
} from './two-factor.ts'
import { getUserHandler, updateUserHandler } from './users.ts'

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
  route(startPasskeySignIn, startPasskeySignInHandler),
  route(listPasskeys, listPasskeysHandler),
  route(startPasskey, startPasskeyHandler),
  routeWithoutTransaction(addPasskey, addPasskeyHandler),
  route(renamePasskey, renamePasskeyHandler),
  route(removePasskey, removePasskeyHandler),
  route(startPasskeyConfirmation, startPasskeyConfirmationHandler),
  route(listSessions, listSessionsHandler),
  routeWithoutTransaction(endSession, endSessionHandler),
  routeWithoutTransaction(endOtherSessions, endOtherSessionsHandler),
  route(getNotificationPreferences, getNotificationPreferencesHandler),
  route(updateNotificationPreferences, updateNotificationPreferencesHandler),
  routeWithoutTransaction(logOut, logOutHandler),
]
