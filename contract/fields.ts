import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNaira } from './money.ts'
import { onOneLine } from './one-line.ts'
import { normalizePhone } from './phone.ts'
import { trimSeen } from './seen-text.ts'

/** Error of a required field: the specified message while it is empty, otherwise `wrong`. */
/* @__NO_SIDE_EFFECTS__ */
export const requiredOr = (wrong: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? messages.required : wrong,
})

export const Id = z.uuid('Use the id of the object, a UUID, not its reference or code')
export const Timestamp = z.iso.datetime({ offset: true })
/**
 * Calendar day in Lagos, `2026-03-18`. Years before 1900 are rejected: the database column has no room for the
 * earliest years.
 */
export const Day = z.iso
  .date(requiredOr('Use a date like 2026-03-18'))
  .check(z.refine((day) => day >= '1900-01-01', 'Use a date from 1900 on'))

/** Binary file. */
export const DocumentFile = z.file()

export const oneLine = z.regex(onOneLine, 'This field must be one line of text')

/** Removes outer spaces and characters that nobody sees. */
export const seenText = z.overwrite(trimSeen)

/** One line of text: cleaned, not empty, at most `maximum` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const SingleLineText = (maximum: number, clean = seenText) =>
  z
    .string(messages.required)
    .check(
      clean,
      z.minLength(1, messages.required),
      z.maxLength(maximum, `This field must be at most ${maximum} characters long`),
      oneLine,
    )

/** Text of several lines: cleaned, may be empty, at most `maximum` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const MultilineText = (maximum: number) =>
  z
    .string()
    .check(
      seenText,
      z.maxLength(maximum, `This field must be at most ${maximum} characters long`),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'This field must be text'),
    )

const emailPattern =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\],;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** Email address: cleaned, lower case, at most 254 characters. */
export const Email = z
  .string(messages.required)
  .check(
    seenText,
    z.toLowerCase(),
    z.minLength(1, messages.required),
    z.maxLength(254, messages.email),
    z.regex(emailPattern, messages.email),
  )

/** New password: 8 to 200 characters, with at least one letter and one digit. */
export const NewPassword = z
  .string(messages.required)
  .check(
    z.minLength(1, messages.required),
    z.regex(/^(?=.*\p{L})(?=.*\d).*$/su, messages.alphanumeric),
    z.minLength(limits.passwordMinimum, messages.atLeast(limits.passwordMinimum)),
    z.maxLength(200, 'This field must be at most 200 characters long'),
  )

/** First or last name: one line, cleaned, 3 to 60 characters. */
export const PersonName = z
  .string(messages.required)
  .check(
    seenText,
    z.minLength(1, messages.required),
    z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
    z.maxLength(60, 'This field must be at most 60 characters long'),
    oneLine,
  )

/**
 * Nigerian mobile number in any format (`normalizePhone`); parsed to the form in which it is stored. The rules are
 * refinements, because a pattern would describe the stored form, not the input.
 */
export const Phone = z.string(messages.required).check(
  z.overwrite(normalizePhone),
  z.minLength(1, messages.required),
  z.refine((phone) => /^\+?\d*$/.test(phone), messages.digitsOnly),
  z.minLength(limits.phoneMinimum, messages.atLeast(limits.phoneMinimum)),
  z.refine((phone) => /^\+234[789]\d{9}$/.test(phone), 'Use a Nigerian number like 0803 123 4567'),
)

/** Amount of money in whole kobo (NGN 1.00 = 100). */
export const Kobo = z.int()

/** Amount of one payment in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). */
export const ChargeKobo = z
  .int(requiredOr('Enter an amount in naira'))
  .check(
    z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
    z.maximum(limits.chargeMaximumKobo, `Amount cannot be more than ${formatNaira(limits.chargeMaximumKobo)}`),
  )

/** Empty response: 204. */
export const NoContent = z.void()

/** Input schema that rejects unknown fields, so that a misspelt field is not silently ignored. */
/* @__NO_SIDE_EFFECTS__ */
export const inputSchema = <T extends Record<string, z.ZodMiniType>>(fields: T) => z.strictObject(fields)

/** Bearer of the fee: `merchant` (deducted from the merchant's proceeds) or `customer` (added to the price). */
export const FeeBearer = z.enum(['merchant', 'customer'])
export type FeeBearer = z.infer<typeof FeeBearer>

/** Uploaded file: a `Blob` in the browser; name and bytes on the server. */
export interface UploadedFile {
  name: string
  content: Uint8Array
}
export const Upload = z.custom<Blob | UploadedFile>(
  (value) =>
    value instanceof Blob || (typeof value === 'object' && value !== null && 'content' in value && 'name' in value),
  'Choose a file',
)

/** Actor of an action: a user, an API key, an operator or the system. */
export const Actor = z.object({
  kind: z.enum(['user', 'api_key', 'operator', 'system']),
  /** Email address of a user, `…` and the last four characters of a key, or the name of an operator or the system. */
  name: z.string(),
})
