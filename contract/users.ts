import * as z from 'zod/mini'
import { EmailAddress, PasswordReset } from './credentials.ts'
import { on } from './endpoint.ts'
import { Id, input, Line, Nothing } from './fields.ts'

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

const client = on('core', 'client')
const user = on('core', 'user')

/** Confirms the address by the token of the mail. A token works once and for 48 hours. */
export const verifyEmail = client.post('api/v1/users/verify-email', input({ token: Line(200) }), Nothing)

/** Answers alike whether the address exists or not. */
export const resendVerificationEmail = client.post('api/v1/users/resend-verification-email', EmailAddress, Nothing)

/** Mails a link to choose a new password. Answers alike whether the address exists or not. */
export const forgotPassword = client.post('api/v1/users/forgot-password', EmailAddress, Nothing)

/** Sets a new password by the token of the mail, which works once and for an hour, and ends every session of the user. */
export const resetPassword = client.post('api/v1/users/reset-password', PasswordReset, Nothing)

export const getUser = user.get('api/v1/users/:id', input({ id: Id }), User)

/** Ends this session: its refresh token and its access token at once. */
export const logOut = user.post('api/v1/users/logout', input({}), Nothing)
