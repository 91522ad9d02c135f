import * as z from 'zod/mini'
import { BusinessName } from './business-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Email, inputSchema, NewPassword } from './fields.ts'

/** Registration of a user with a business. */
export const Registration = inputSchema({
  /** Business name, 3 to 100 characters. Required. */
  businessName: BusinessName,
  /** Id of the country, from `countries`. Required. */
  countryId: z.int('Choose your country'),
  /** Email address to sign in with. Required. */
  email: Email,
  /** Password: at least 8 characters, with letters and digits. Required. */
  password: NewPassword,
})

/**
 * Creates the user and the test business, and emails the verification link. The response is the same when the email
 * address already has an account; the owner of the account is then notified by email.
 */
export const register = endpointsFor('core', 'client').create(
  'api/v1/merchants/user',
  Registration,
  z.object({ email: z.string() }),
)
