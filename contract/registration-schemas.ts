import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Email, inputSchema, NewPassword, requiredOr } from './fields.ts'
import { BusinessName } from './merchants-schemas.ts'

/** Registration of a user with a business. */
export const Registration = inputSchema({
  businessName: describe('Business name, 3 to 100 characters. Required.', BusinessName),
  /** Id of the country, from `countries`. Required. */
  countryId: z.int(requiredOr('Choose your country')),
  email: describe('Email address to sign in with. Required.', Email),
  /** Password: at least 8 characters, with letters and digits. Required. */
  password: NewPassword,
})

export const register = {
  description:
    'Creates the user and the test business, and emails the verification link. The response is the same ' +
    'when the email address already has an account; the owner of the account is then notified by email.',
  input: Registration,
  output: z.object({ email: z.string() }),
}
