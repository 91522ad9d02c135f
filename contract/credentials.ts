import * as z from 'zod/mini'
import { Email } from './fields.ts'
import { messages } from './messages.ts'

/** What the sign-in form asks; the rule for a new password does not apply to one that exists. */
export const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, messages.required), z.maxLength(200, messages.required)),
})
