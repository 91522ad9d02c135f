import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNairaNumber } from './money.ts'

export const Id = z.uuid('This is not an id of ours')
export const Timestamp = z.iso.datetime({ offset: true })
/** A calendar day in Lagos, `2026-03-18`. What is stored has no room for years near the beginning of the calendar. */
export const Day = z.iso
  .date('Use a date like 2026-03-18')
  .check(z.refine((day) => day >= '1900-01-01', 'Use a date from 1900 on'))

/** A file that is no text, as it was sent. */
export const DocumentFile = z.file()

/** No control characters, and no halves of characters, which no database takes. */
export const onOneLine = /^[^\p{Cc}\p{Cs}]*$/u
export const oneLine = z.regex(onOneLine, 'This field must be one line of text')

/** One line of text a person types: trimmed, not empty, at most `maximum` characters. */
export const SingleLineText = (maximum: number) =>
  z
    .string(messages.required)
    .check(
      z.trim(),
      z.minLength(1, messages.required),
      z.maxLength(maximum, `This field must be at most ${maximum} characters long`),
      oneLine,
    )

/** Text of several lines, possibly empty. */
export const MultilineText = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maximum, `This field must be at most ${maximum} characters long`),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'This field must be text'),
    )

const emailPattern =
  /^[^\s\p{Cc}\p{Cs}@<>()[\],;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** An e-mail address, trimmed and in lower case. */
export const Email = z
  .string(messages.required)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, messages.required),
    z.maxLength(254, messages.email),
    z.regex(emailPattern, messages.email),
  )

/** A password someone chooses: at least eight characters, letters and digits among them. */
export const NewPassword = z
  .string(messages.required)
  .check(
    z.minLength(1, messages.required),
    z.regex(/^(?=.*\p{L})(?=.*\d).*$/su, messages.alphanumeric),
    z.minLength(limits.passwordMinimum, messages.atLeast(limits.passwordMinimum)),
    z.maxLength(200, 'This field must be at most 200 characters long'),
  )

/** A person's first or last name. */
export const PersonName = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
    z.maxLength(60, 'This field must be at most 60 characters long'),
    oneLine,
  )

/** What a person types into a search box. */
export const SearchText = (maximum: number) =>
  z.string().check(z.trim(), z.maxLength(maximum, 'Search for less'), z.regex(onOneLine, 'Search for one line of text'))

/** A Nigerian phone number as people write it (0803…, +234803…): digits, at least eleven of them. */
export const Phone = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\+?\d+$/, messages.digitsOnly),
    z.minLength(limits.phoneMinimum, messages.atLeast(limits.phoneMinimum)),
    z.regex(/^(0[789]\d{9}|\+?234[789]\d{9})$/, 'Use a Nigerian number like 08031234567'),
  )

/** Any sum of money we name: whole kobo. */
export const Kobo = z.int()

/** What can be charged at once, in kobo. */
export const ChargeKobo = z
  .int('Enter an amount in naira')
  .check(
    z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
    z.maximum(limits.chargeMaximumKobo, `Amount cannot be more than ${formatNairaNumber(limits.chargeMaximumKobo)}`),
  )

/** Which columns a file holds, by their keys: "reference,amount". All of them where it is left out. */
export const csvColumns = z.optional(
  z
    .string()
    .check(
      z.maxLength(500, 'Use at most 500 characters'),
      z.regex(/^\w+(,\w+)*$/, 'Name columns like this: reference,amount'),
    ),
)

/** A number in a query string. */
export const QueryInteger = (message: string) => z.coerce.number<number>(message).check(z.int(message))

/** What every list takes: how many (10, at most 100), from where: `cursor` for deep pages, `offset` as the specification's calls do. */
export const paginationFields = {
  limit: z._default(
    QueryInteger('Use a whole number').check(
      z.minimum(1, 'Use at least 1'),
      z.maximum(limits.listMaximum, 'Use at most 100'),
    ),
    limits.listLimit,
  ),
  offset: z._default(
    QueryInteger('Use a whole number').check(
      z.minimum(0, 'Use at least 0'),
      z.maximum(10_000, 'Use the cursor past 10,000'),
    ),
    0,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200, 'This is not a cursor of ours'))),
}

/** A list: `totalElements` is exact up to 10,000; beyond that `totalIsCapped` says so. */
export const Paginated = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalIsCapped: z.optional(z.boolean()),
    nextCursor: z.optional(z.nullable(z.string())),
    offset: z.int(),
    limit: z.int(),
  })

/** An answer without a body: 204. */
export const NoContent = z.void()

/** An input whose unknown fields are refused, so that a misspelt one is not silently dropped. */
export const inputSchema = <T extends Record<string, z.ZodMiniType>>(fields: T) => z.strictObject(fields)

/** Who pays our fee: the merchant, out of what it gets, or the customer, on top of the price. */
export const FeeBearer = z.enum(['merchant', 'customer'])
export type FeeBearer = z.infer<typeof FeeBearer>

/** A file as it is sent: a `Blob` in the browser, its name and its bytes on the server. */
export interface UploadedFile {
  name: string
  content: Uint8Array
}
export const Upload = z.custom<Blob | UploadedFile>(
  (value) =>
    value instanceof Blob || (typeof value === 'object' && value !== null && 'content' in value && 'name' in value),
  'Choose a file',
)

/** Who or what did something. */
export const Actor = z.object({
  kind: z.enum(['user', 'api_key', 'operator', 'system']),
  /** An e-mail address, a key by its last four, or a name. */
  name: z.string(),
})
