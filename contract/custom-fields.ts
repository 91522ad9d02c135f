import type { CustomField } from './custom-fields-schemas.ts'
import { messages } from './messages.ts'
import { onOneLine } from './one-line.ts'

export const customFieldsMaximum = 10

export const choicesMaximum = 20

const valueMaximum = 200

/** Error message for a custom field value, used by page and server. Undefined when the value is valid. */
export function customFieldError({ type, required, choices }: CustomField, given: string): string | undefined {
  const value = given.trim()
  if (value === '') return required ? messages.required : undefined
  if (type === 'choice') return choices.includes(value) ? undefined : 'Choose one of the answers'
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? undefined : messages.digitsOnly
  if (!onOneLine.test(value)) return 'This field must be one line of text'
  return value.length > valueMaximum ? `This field must be at most ${valueMaximum} characters long` : undefined
}
