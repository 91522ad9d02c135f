import * as z from 'zod/mini'
import { EmailAddress, PasswordReset } from './credentials.ts'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { CurrentPassword, PasswordChange, ProfileChanges, SecondFactor, SecondFactorGiven } from './profile-form.ts'

/** A user. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Whether sign-in requires a code from an authenticator app. */
  twoFactor: z.boolean(),
  /** Number of unused recovery codes. */
  recoveryCodesLeft: z.int(),
})
export type User = z.infer<typeof User>

const client = endpointsFor('core', 'client')
const user = endpointsFor('core', 'user')

/**
 * Verifies the email address with the token from the email. The token is valid once and for 48 hours, and opens the
 * account with the password and the business of its own registration. 422 `token_not_valid` at `token`; 422
 * `password_required` or `wrong_password` at `password` when the email address was registered more than once: the link
 * then needs the password of its registration.
 */
export const verifyEmail = client.post(
  'api/v1/users/verify-email',
  inputSchema({ token: SingleLineText(200), password: z.optional(CurrentPassword) }),
  NoContent,
)

/** Emails the verification link again. The response is the same whether the account exists or not. */
export const resendVerificationEmail = client.post('api/v1/users/resend-verification-email', EmailAddress, NoContent)

/** Emails a link to set a new password. The response is the same whether the account exists or not. */
export const forgotPassword = client.post('api/v1/users/forgot-password', EmailAddress, NoContent)

/**
 * Sets a new password with the token from the email, valid once and for one hour, and ends every session of the user.
 * `revokeAccess` also revokes the secret keys of the user's businesses and disables their webhook endpoints. 422
 * `token_not_valid` at `token`.
 */
export const resetPassword = client.post('api/v1/users/reset-password', PasswordReset, NoContent)

/** The signed-in user. 404 `user_not_found` for any other id. */
export const getUser = user.get('api/v1/users/:id', inputSchema({ id: Id }), User)

/** Changes name and phone number of the signed-in user. 404 `user_not_found` for any other id. */
export const updateUser = user.put('api/v1/users/:id', z.extend(ProfileChanges, { id: Id }), User)

/**
 * Checks the user's password: 204 when it is correct, otherwise 422 `wrong_password` at `currentPassword`. At most five
 * wrong attempts in 15 minutes: 429 `too_many_attempts`.
 */
export const validatePassword = user.post(
  'api/v1/users/validate-password',
  inputSchema({ currentPassword: CurrentPassword }),
  NoContent,
)

/**
 * Changes the password and ends every other session of the user. 422 `wrong_password` at `currentPassword`; 422 at
 * `newPassword` when it is the current one; 429 `too_many_attempts` after five wrong attempts in 15 minutes.
 */
export const changePassword = user.post('api/v1/users/change-password', PasswordChange, NoContent)

/**
 * Confirms the user's identity for five minutes: by password, or by code when two-factor authentication is on.
 * Endpoints that need a confirmation return 403 `confirmation_required` without it. 422 `wrong_password` at `password`;
 * 422 `code_required` or `wrong_code` at `code`.
 */
export const confirmUser = user.post(
  'api/v1/users/confirm',
  inputSchema({ password: z.optional(CurrentPassword), code: z.optional(SecondFactor) }),
  NoContent,
)

/**
 * Starts the setup of two-factor authentication and returns the secret for the authenticator app. It is off until
 * `enableTwoFactor`. 409 `two_factor_on`. Needs a confirmation.
 */
export const startTwoFactor = user.post(
  'api/v1/users/two-factor',
  inputSchema({}),
  z.object({ otpauthUrl: z.string(), secret: z.string() }),
)

/**
 * Turns two-factor authentication on with the first code of the app. The recovery codes are returned only here. 409
 * `two_factor_on` or `two_factor_not_started`; 422 `wrong_code` at `code`.
 */
export const enableTwoFactor = user.post(
  'api/v1/users/two-factor/enable',
  SecondFactorGiven,
  z.object({ recoveryCodes: z.array(z.string()) }),
)

/** Turns two-factor authentication off. 409 `two_factor_off`. Needs a confirmation. */
export const disableTwoFactor = user.post('api/v1/users/two-factor/disable', inputSchema({}), NoContent)

/** Creates new recovery codes; the old ones become invalid. 409 `two_factor_off`. Needs a confirmation. */
export const renewRecoveryCodes = user.post(
  'api/v1/users/two-factor/recovery-codes',
  inputSchema({}),
  z.object({ recoveryCodes: z.array(z.string()) }),
)

/** A session of a signed-in device. */
export const Session = z.object({
  id: Id,
  /** Browser and system, "Chrome on Android", as far as the browser reports them. */
  device: z.string(),
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** Sessions of the signed-in user, last used first; at most 100. */
export const listSessions = user.get(
  'api/v1/users/:id/sessions',
  inputSchema({ id: Id }),
  z.object({ content: z.array(Session) }),
)
/** Ends one session. 404 `session_not_found`. */
export const endSession = user.del(
  'api/v1/users/:id/sessions/:sessionId',
  inputSchema({ id: Id, sessionId: Id }),
  NoContent,
)
/** Ends every session except the current one. */
export const endOtherSessions = user.del('api/v1/users/:id/sessions', inputSchema({ id: Id }), NoContent)

export const notificationKinds = ['payment', 'dispute', 'kyc', 'settlement', 'security'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const Ways = z.strictObject({ app: z.boolean(), mail: z.boolean() })
/**
 * Notification preferences by kind: in the dashboard (`app`) and by email (`mail`). Security notifications cannot be
 * turned off.
 */
export const NotificationPreferences = z.strictObject({ payment: Ways, dispute: Ways, kyc: Ways, settlement: Ways })
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** Notification preferences of the signed-in user. */
export const getNotificationPreferences = user.get(
  'api/v1/users/:id/notification-preferences',
  inputSchema({ id: Id }),
  NotificationPreferences,
)
/** Replaces the notification preferences of the signed-in user. */
export const updateNotificationPreferences = user.put(
  'api/v1/users/:id/notification-preferences',
  z.extend(NotificationPreferences, { id: Id }),
  NotificationPreferences,
)

/** Ends the current session: its refresh token and its access token become invalid at once. */
export const logOut = user.post('api/v1/users/logout', inputSchema({}), NoContent)
