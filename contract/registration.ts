import * as z from 'zod/mini'
import { BusinessName } from './business-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Email, inputSchema, NewPassword } from './fields.ts'

export const Registration = inputSchema({
  businessName: BusinessName,
  countryId: z.int('Choose your country'),
  email: Email,
  password: NewPassword,
})

/**
 * Creates the user and the test business, and mails the verification link. Answers alike where the address has an
 * account already; its owner is then told by mail.
 */
export const register = endpointsFor('core', 'client').create(
  'api/v1/merchants/user',
  Registration,
  z.object({ email: z.string() }),
)
