import * as z from 'zod/mini'
import { Email, inputSchema, NewPassword, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'

/** What the sign-in form asks; the rule for a new password does not apply to one that exists. */
export const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, messages.required), z.maxLength(200, messages.required)),
})

/** Where a link should be mailed to. */
export const EmailAddress = inputSchema({ email: Email })

/** A new password, typed twice; `isSameTwice` goes with it. */
export const newPasswordTwice = {
  newPassword: NewPassword,
  confirmPassword: z
    .string(messages.required)
    .check(z.minLength(1, messages.required), z.maxLength(200, messages.passwordsDiffer)),
}
export const isSameTwice = z.refine<{ newPassword: string; confirmPassword: string }>(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  { path: ['confirmPassword'], message: messages.passwordsDiffer },
)

/** A new password and the token of the mail that allows it. */
export const PasswordReset = inputSchema({
  token: SingleLineText(200),
  ...newPasswordTwice,
  revokeAccess: z.optional(z.boolean()),
}).check(isSameTwice)
