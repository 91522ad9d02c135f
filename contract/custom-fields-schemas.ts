import * as z from 'zod/mini'
import { choicesMaximum, customFieldsMaximum } from './custom-fields.ts'
import { Phone, SingleLineText } from './fields.ts'

/**
 * Key under which a value is stored. It never changes, so that a new label keeps old values. Names of built-in object
 * properties are excluded.
 */
const Key = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and _, beginning with a letter'),
  z.refine((key) => !(key in {}), 'Use another key'),
)

/** Custom field that the payer fills in before paying: a size, a delivery address, a student number. */
export const CustomField = z
  .strictObject({
    key: Key,
    label: SingleLineText(60),
    type: z.enum(['text', 'number', 'choice']),
    required: z.boolean(),
    /** Options of a field with type `choice`: 2 to 20. Empty for other types. */
    choices: z._default(z.array(SingleLineText(60)).check(z.maxLength(choicesMaximum, 'Give at most 20 choices')), []),
  })
  .check(
    z.refine(({ type, choices }) => type !== 'choice' || choices.length >= 2, {
      message: 'Give at least two choices',
      path: ['choices'],
    }),
    z.refine(({ type, choices }) => type === 'choice' || choices.length === 0, {
      message: 'Only a choice has choices',
      path: ['choices'],
    }),
    z.refine(({ choices }) => new Set(choices).size === choices.length, {
      message: 'Give each choice once',
      path: ['choices'],
    }),
  )
export type CustomField = z.infer<typeof CustomField>

export const CustomFields = z.array(CustomField).check(
  z.maxLength(customFieldsMaximum, 'Ask at most 10 things'),
  z.refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, 'Give each key once'),
  z.refine((fields) => new Set(fields.map(({ label }) => label)).size === fields.length, 'Ask each thing once'),
)

/** A payer's value of a custom field, with the label at the time of payment. */
export const CustomFieldValue = z.object({ key: z.string(), label: z.string(), value: z.string() })
export type CustomFieldValue = z.infer<typeof CustomFieldValue>

/** Custom field values by key. */
export const CustomFieldValues = z
  .record(z.string(), z.string().check(z.maxLength(1000, 'This is too long')))
  .check(z.refine((given) => Object.keys(given).length <= customFieldsMaximum, 'There are too many answers'))
export type CustomFieldValues = z.infer<typeof CustomFieldValues>

/** Error message for a phone number. Undefined when it is valid. */
export const phoneProblem = (given: string) => Phone.safeParse(given).error?.issues[0]?.message
