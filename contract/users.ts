import * as z from 'zod/mini'
import { EmailAddress, PasswordReset } from './credentials.ts'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { CurrentPassword, PasswordChange, ProfileChanges, SecondFactor, SecondFactorGiven } from './profile-form.ts'

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Whether signing in asks for a code of an authenticator app. */
  twoFactor: z.boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: z.int(),
})
export type User = z.infer<typeof User>

const client = endpointsFor('core', 'client')
const user = endpointsFor('core', 'user')

/**
 * Confirms the address by the token of the email. A token works once and for 48 hours, and opens the account with the
 * password and the business of its own registration. 422 `password_required` or `wrong_password` at `password` where the
 * address was registered more than once: the link then needs the password of its registration.
 */
export const verifyEmail = client.post(
  'api/v1/users/verify-email',
  inputSchema({ token: SingleLineText(200), password: z.optional(CurrentPassword) }),
  NoContent,
)

/** Answers alike whether the address exists or not. */
export const resendVerificationEmail = client.post('api/v1/users/resend-verification-email', EmailAddress, NoContent)

/** Mails a link to choose a new password. Answers alike whether the address exists or not. */
export const forgotPassword = client.post('api/v1/users/forgot-password', EmailAddress, NoContent)

/**
 * Sets a new password by the token of the email, which works once and for an hour, and ends every session of the user.
 * `revokeAccess` also revokes the secret keys of the user's businesses and switches their webhook endpoints off.
 */
export const resetPassword = client.post('api/v1/users/reset-password', PasswordReset, NoContent)

export const getUser = user.get('api/v1/users/:id', inputSchema({ id: Id }), User)

export const updateUser = user.put('api/v1/users/:id', z.extend(ProfileChanges, { id: Id }), User)

/** 204 where it is the user's password; else 422 at `currentPassword`. Five tries in 15 minutes. */
export const validatePassword = user.post(
  'api/v1/users/validate-password',
  inputSchema({ currentPassword: CurrentPassword }),
  NoContent,
)

/** Changes the password and ends every other session of the user. */
export const changePassword = user.post('api/v1/users/change-password', PasswordChange, NoContent)

/**
 * Proves again who holds the session, for five minutes: by the password, or by a code where two-factor is on. Calls that
 * need it answer 403 `confirmation_required`.
 */
export const confirmUser = user.post(
  'api/v1/users/confirm',
  inputSchema({ password: z.optional(CurrentPassword), code: z.optional(SecondFactor) }),
  NoContent,
)

/** What an authenticator app is set up with; nothing is on before `enableTwoFactor`. Needs a confirmation. */
export const startTwoFactor = user.post(
  'api/v1/users/two-factor',
  inputSchema({}),
  z.object({ otpauthUrl: z.string(), secret: z.string() }),
)

/** Turns two-factor on with the first code of the app; the recovery codes are shown here and never again. */
export const enableTwoFactor = user.post(
  'api/v1/users/two-factor/enable',
  SecondFactorGiven,
  z.object({ recoveryCodes: z.array(z.string()) }),
)

/** Needs a confirmation. */
export const disableTwoFactor = user.post('api/v1/users/two-factor/disable', inputSchema({}), NoContent)

/** New recovery codes; those of before stop working. Needs a confirmation. */
export const renewRecoveryCodes = user.post(
  'api/v1/users/two-factor/recovery-codes',
  inputSchema({}),
  z.object({ recoveryCodes: z.array(z.string()) }),
)

/** A device that is signed in. */
export const Session = z.object({
  id: Id,
  /** "Chrome on Android", as far as the browser tells. */
  device: z.string(),
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** The devices of the signed-in user, the one that was seen last first; at most 100. */
export const listSessions = user.get(
  'api/v1/users/:id/sessions',
  inputSchema({ id: Id }),
  z.object({ content: z.array(Session) }),
)
/** Signs one device out. */
export const endSession = user.del(
  'api/v1/users/:id/sessions/:sessionId',
  inputSchema({ id: Id, sessionId: Id }),
  NoContent,
)
/** Signs every device out but this one. */
export const endOtherSessions = user.del('api/v1/users/:id/sessions', inputSchema({ id: Id }), NoContent)

export const notificationKinds = ['payment', 'dispute', 'kyc', 'settlement', 'security'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const Ways = z.strictObject({ app: z.boolean(), mail: z.boolean() })
/** How a user wants to hear of what happens. Security cannot be turned off. */
export const NotificationPreferences = z.strictObject({ payment: Ways, dispute: Ways, kyc: Ways, settlement: Ways })
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = user.get(
  'api/v1/users/:id/notification-preferences',
  inputSchema({ id: Id }),
  NotificationPreferences,
)
export const updateNotificationPreferences = user.put(
  'api/v1/users/:id/notification-preferences',
  z.extend(NotificationPreferences, { id: Id }),
  NotificationPreferences,
)

/** Ends this session: its refresh token and its access token at once. */
export const logOut = user.post('api/v1/users/logout', inputSchema({}), NoContent)
