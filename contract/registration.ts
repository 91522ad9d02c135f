import * as z from 'zod/mini'
import { BusinessName } from './business-form.ts'
import { on } from './endpoint.ts'
import { Email, input, NewPassword } from './fields.ts'

export const Registration = input({
  businessName: BusinessName,
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
