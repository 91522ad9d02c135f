import * as z from 'zod/mini'
import { secondFactors } from './auth.ts'
import { describe } from './describe.ts'
import { Email, inputSchema, NewPassword, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'

/** Sign-in form. The rules for new passwords do not apply to existing ones. */
export const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, messages.required), z.maxLength(200, messages.required)),
})

/** Email address that a link is sent to. */
export const EmailAddress = inputSchema({ email: describe('Email address of the account. Required.', Email) })

/** A new password with confirmation; use together with `isSameTwice`. */
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

/** A new password with the token from the password reset email. */
export const PasswordReset = inputSchema({
  token: SingleLineText(200),
  ...newPasswordTwice,
  revokeAccess: z.optional(z.boolean()),
}).check(isSameTwice)

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Lifetime of the access token in seconds. */
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
})
export type TokenResponse = z.infer<typeof TokenResponse>

export const TokenError = z.object({
  error: z.string(),
  error_description: z.optional(z.string()),
  /** With `mfa_required`: what the user has besides the password. */
  factors: z.optional(z.array(z.enum(secondFactors))),
})
export type TokenError = z.infer<typeof TokenError>
