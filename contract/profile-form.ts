import * as z from 'zod/mini'
import { isSameTwice, newPasswordTwice } from './credentials.ts'
import { inputSchema, PersonName, Phone } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** What a user may change about herself; the address she signs in with is not among it. */
export const ProfileChanges = inputSchema({ firstName: PersonName, lastName: PersonName, phone: Phone })

/** A password that exists: rules for new ones do not apply to it. */
export const CurrentPassword = z
  .string(messages.required)
  .check(
    z.minLength(1, messages.required),
    z.minLength(limits.currentPasswordMinimum, messages.atLeast(limits.currentPasswordMinimum)),
    z.maxLength(200, 'This field must be at most 200 characters long'),
  )

/** Asked for where a link alone does not prove whose it is. */
export const PasswordGiven = inputSchema({ password: CurrentPassword })

export const PasswordChange = inputSchema({ currentPassword: CurrentPassword, ...newPasswordTwice }).check(isSameTwice)

/** Six digits of an authenticator app, or a recovery code. */
export const SecondFactor = z
  .string(messages.required)
  .check(z.trim(), z.minLength(1, messages.required), z.maxLength(20, 'A code is shorter than that'))
export const SecondFactorGiven = inputSchema({ code: SecondFactor })
