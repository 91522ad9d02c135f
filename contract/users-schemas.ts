import * as z from 'zod/mini'
import { EmailAddress, isSameTwice, newPasswordTwice, PasswordReset } from './auth-schemas.ts'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, PersonName, Phone, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { PasskeyAssertion } from './passkeys-schemas.ts'
import { notificationKinds } from './users.ts'

/** User profile. The sign-in email cannot be changed. */
export const ProfileChanges = inputSchema({ firstName: PersonName, lastName: PersonName, phone: Phone })

/** Current password; the rules for new passwords do not apply. */
export const CurrentPassword = z
  .string(messages.required)
  .check(
    z.minLength(1, messages.required),
    z.minLength(limits.currentPasswordMinimum, messages.atLeast(limits.currentPasswordMinimum)),
    z.maxLength(200, 'This field must be at most 200 characters long'),
  )

/** Password, required when a link alone does not prove the identity of the user. */
export const PasswordGiven = inputSchema({ password: CurrentPassword })

export const PasswordChange = inputSchema({ currentPassword: CurrentPassword, ...newPasswordTwice }).check(isSameTwice)

/** Six digits of an authenticator app, or a recovery code; at most 20 characters. */
export const SecondFactor = z
  .string(messages.required)
  .check(z.trim(), z.minLength(1, messages.required), z.maxLength(20, 'A code is shorter than that'))

export const SecondFactorGiven = inputSchema({ code: SecondFactor })

export const User = describe(
  'A user.',
  z.object({
    id: Id,
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    twoFactor: describe('Whether sign-in requires a code from an authenticator app.', z.boolean()),
    passkeys: describe('Number of passkeys.', z.int()),
    recoveryCodesLeft: describe('Number of unused recovery codes.', z.int()),
  }),
)
export type User = z.infer<typeof User>

export const verifyEmail = {
  description:
    'Verifies the email address with the token from the email. The token is valid once and for 48 hours, ' +
    'and opens the account with the password and the business of its own registration. 422 ' +
    '`token_not_valid` at `token`; 422 `password_required` or `wrong_password` at `password` when the ' +
    'email address was registered more than once: the link then needs the password of its registration. 409 ' +
    '`email_already_verified` for a link whose email is verified.',
  input: inputSchema({ token: SingleLineText(200), password: z.optional(CurrentPassword) }),
  output: NoContent,
}

export const resendVerificationEmail = {
  description: 'Emails the verification link again. The response is the same whether the account exists or not.',
  input: EmailAddress,
  output: NoContent,
}

export const forgotPassword = {
  description: 'Emails a link to set a new password. The response is the same whether the account exists or not.',
  input: EmailAddress,
  output: NoContent,
}

export const resetPassword = {
  description:
    'Sets a new password with the token from the email, valid once and for one hour, and ends every ' +
    "session of the user. `revokeAccess` also revokes the secret keys of the user's businesses and " +
    'disables their webhook endpoints. 422 `token_not_valid` at `token`.',
  input: PasswordReset,
  output: NoContent,
}

export const getUser = {
  description: 'The signed-in user. 404 `user_not_found` for any other id.',
  input: inputSchema({ id: Id }),
  output: User,
}

export const updateUser = {
  description: 'Changes name and phone number of the signed-in user. 404 `user_not_found` for any other id.',
  input: z.extend(ProfileChanges, { id: Id }),
  output: User,
}

export const validatePassword = {
  description:
    "Checks the user's password: 204 when it is correct, otherwise 422 `wrong_password` at " +
    '`currentPassword`. At most five wrong attempts in 15 minutes: 429 `too_many_attempts`.',
  input: inputSchema({ currentPassword: CurrentPassword }),
  output: NoContent,
}

export const changePassword = {
  description:
    'Changes the password and ends every other session of the user. 422 `wrong_password` at ' +
    '`currentPassword`; 422 at `newPassword` when it is the current one; 429 `too_many_attempts` after ' +
    'five wrong attempts in 15 minutes.',
  input: PasswordChange,
  output: NoContent,
}

export const confirmUser = {
  description:
    "Confirms the user's identity for five minutes. A user with a second factor sends `passkey`, the response of the " +
    'browser to the options of `startPasskeyConfirmation`, or `code`, of the authenticator app or a recovery code; ' +
    'any other user sends `password`. Endpoints that need a confirmation return 403 `confirmation_required` without ' +
    'it. 422 `wrong_password` at `password`; 422 `code_required` or `wrong_code` at `code`; 422 `passkey_rejected` ' +
    'at `passkey`.',
  input: inputSchema({
    password: z.optional(CurrentPassword),
    code: z.optional(SecondFactor),
    passkey: z.optional(PasskeyAssertion),
  }),
  output: NoContent,
}

export const startTwoFactor = {
  description:
    'Starts the setup of two-factor authentication and returns the secret for the authenticator app. It ' +
    'is off until `enableTwoFactor`. 409 `two_factor_on`. Needs a confirmation.',
  input: inputSchema({}),
  output: z.object({ otpauthUrl: z.string(), secret: z.string() }),
}

export const enableTwoFactor = {
  description:
    'Turns two-factor authentication on with the first code of the app. The recovery codes are returned ' +
    'only here; a user with a passkey has them already, and gets an empty list. 409 `two_factor_on` or `two_factor_not_started`; 422 `wrong_code` at `code`.',
  input: SecondFactorGiven,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
}

export const disableTwoFactor = {
  description:
    'Turns codes of the authenticator app off. Recovery codes stop working, unless the user has a passkey. 409 ' +
    '`two_factor_off`. Needs a confirmation.',
  input: inputSchema({}),
  output: NoContent,
}

export const renewRecoveryCodes = {
  description:
    'Creates new recovery codes; the old ones become invalid. 409 `two_factor_off` without a second factor. Needs a confirmation.',
  input: inputSchema({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
}

export const Session = describe(
  'A session of a signed-in device.',
  z.object({
    id: Id,
    device: describe('Browser and system, "Chrome on Android", as far as the browser reports them.', z.string()),
    ip: z.nullable(z.string()),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    isCurrent: z.boolean(),
  }),
)
export type Session = z.infer<typeof Session>

export const listSessions = {
  description: 'Sessions of the signed-in user, last used first; at most 100.',
  input: inputSchema({ id: Id }),
  output: z.object({ content: z.array(Session) }),
}

export const endSession = {
  description: 'Ends one session. 404 `session_not_found`.',
  input: inputSchema({ id: Id, sessionId: Id }),
  output: NoContent,
}

export const endOtherSessions = {
  description: 'Ends every session except the current one.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const Ways = z.strictObject({ app: z.boolean(), mail: z.boolean() })

export const NotificationPreferences = describe(
  'Notification preferences by kind: in the dashboard (`app`) and by email (`mail`). Of ' +
    '`subscription` and `mandate`, failures are emailed once a day. Security notifications cannot be turned off.',
  z.strictObject({ payment: Ways, subscription: Ways, mandate: Ways, dispute: Ways, kyc: Ways, settlement: Ways }),
)
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = {
  description: 'Notification preferences of the signed-in user.',
  input: inputSchema({ id: Id }),
  output: NotificationPreferences,
}

export const updateNotificationPreferences = {
  description: 'Replaces the notification preferences of the signed-in user.',
  input: z.extend(NotificationPreferences, { id: Id }),
  output: NotificationPreferences,
}

export const logOut = {
  description: 'Ends the current session: its refresh token and its access token become invalid at once.',
  input: inputSchema({}),
  output: NoContent,
}
