import * as z from 'zod/mini'
import { isSameTwice, newPasswordTwice } from './credentials.ts'
import { inputSchema, PersonName, Phone } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** User profile. The sign-in email cannot be changed. */
export const ProfileChanges = inputSchema({ firstName: PersonName, lastName: PersonName, phone: Phone })

/** Current password; the rules for new passwords do not apply. */
export const CurrentPassword = z
  .string(messages.required)
  .check(
    z.minLength(1, messages.required),
    z.minLength(limits.currentPasswordMinimum, messages.atLeast(limits.currentPasswordMinimum)),
    z.maxLength(200, 'This field must be at most 200 characters long'),
  )

/** Password, required when a link alone does not prove the identity of the user. */
export const PasswordGiven = inputSchema({ password: CurrentPassword })

export const PasswordChange = inputSchema({ currentPassword: CurrentPassword, ...newPasswordTwice }).check(isSameTwice)

/** Six digits of an authenticator app, or a recovery code; at most 20 characters. */
export const SecondFactor = z
  .string(messages.required)
  .check(z.trim(), z.minLength(1, messages.required), z.maxLength(20, 'A code is shorter than that'))
export const SecondFactorGiven = inputSchema({ code: SecondFactor })
