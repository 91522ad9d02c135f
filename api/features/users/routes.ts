import * as passkeys from '@adire/contract/passkeys.ts'
import * as users from '@adire/contract/users.ts'
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
  routeWithoutTransaction(users.verifyEmail, verifyEmailHandler),
  route(users.resendVerificationEmail, resendVerificationEmailHandler),
  route(users.forgotPassword, forgotPasswordHandler),
  routeWithoutTransaction(users.resetPassword, resetPasswordHandler),
  route(users.getUser, getUserHandler),
  route(users.updateUser, updateUserHandler),
  routeWithoutTransaction(users.validatePassword, validatePasswordHandler),
  routeWithoutTransaction(users.changePassword, changePasswordHandler),
  routeWithoutTransaction(users.confirmUser, confirmUserHandler),
  route(users.startTwoFactor, startTwoFactorHandler),
  routeWithoutTransaction(users.enableTwoFactor, enableTwoFactorHandler),
  route(users.disableTwoFactor, disableTwoFactorHandler),
  route(users.renewRecoveryCodes, renewRecoveryCodesHandler),
  route(passkeys.startPasskeySignIn, startPasskeySignInHandler),
  route(passkeys.listPasskeys, listPasskeysHandler),
  route(passkeys.startPasskey, startPasskeyHandler),
  routeWithoutTransaction(passkeys.addPasskey, addPasskeyHandler),
  route(passkeys.renamePasskey, renamePasskeyHandler),
  route(passkeys.removePasskey, removePasskeyHandler),
  route(passkeys.startPasskeyConfirmation, startPasskeyConfirmationHandler),
  route(users.listSessions, listSessionsHandler),
  routeWithoutTransaction(users.endSession, endSessionHandler),
  routeWithoutTransaction(users.endOtherSessions, endOtherSessionsHandler),
  route(users.getNotificationPreferences, getNotificationPreferencesHandler),
  route(users.updateNotificationPreferences, updateNotificationPreferencesHandler),
  routeWithoutTransaction(users.logOut, logOutHandler),
]
