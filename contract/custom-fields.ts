import * as z from 'zod/mini'
import { onOneLine, Phone, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'

export const customFieldsMaximum = 10
export const choicesMaximum = 20
const valueMaximum = 200

/** What an answer is kept under. It never changes, so that a new label does not lose old answers. Nothing that every object has by itself. */
const Key = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and _, beginning with a letter'),
  z.refine((key) => !(key in {}), 'Use another key'),
)

/** Something a payer is asked before paying: a size, a delivery address, a pupil's number. */
export const CustomField = z
  .strictObject({
    key: Key,
    label: SingleLineText(60),
    type: z.enum(['text', 'number', 'choice']),
    required: z.boolean(),
    /** What there is to choose from, where the type is `choice`; else none. */
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

/** What a payer answered, with the words it was asked in at the time. */
export const CustomFieldValue = z.object({ key: z.string(), label: z.string(), value: z.string() })
export type CustomFieldValue = z.infer<typeof CustomFieldValue>

/** Answers as a payer sends them, by the fields' keys. */
export const CustomFieldValues = z
  .record(z.string(), z.string().check(z.maxLength(1000, 'This is too long')))
  .check(z.refine((given) => Object.keys(given).length <= customFieldsMaximum, 'There are too many answers'))
export type CustomFieldValues = z.infer<typeof CustomFieldValues>

/** What is wrong with an answer, as page and server both say it; undefined where nothing is. */
export function customFieldError({ type, required, choices }: CustomField, given: string): string | undefined {
  const value = given.trim()
  if (value === '') return required ? messages.required : undefined
  if (type === 'choice') return choices.includes(value) ? undefined : 'Choose one of the answers'
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? undefined : messages.digitsOnly
  if (!onOneLine.test(value)) return 'This field must be one line of text'
  return value.length > valueMaximum ? `This field must be at most ${valueMaximum} characters long` : undefined
}

/** The same for the phone number, where a page asks for it. */
export const phoneProblem = (given: string) => Phone.safeParse(given).error?.issues[0]?.message
