import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { Email, input, Line, NewPassword } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

export const Registration = input({
  businessName: Line(100).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum))),
  countryId: z.int('Choose your country'),
  email: Email,
  password: NewPassword,
})

/**
 * Creates the user and the test business, and mails the verification link. Answers alike where the address has an
 * account already; its owner is then told by mail.
 */
export const register = on('core', 'client').create(
  'api/v1/merchants/user',
  Registration,
  z.object({ email: z.string() }),
)
