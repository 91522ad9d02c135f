import { customFieldError } from '@adire/contract/custom-fields.ts'
import type { CustomField, CustomFieldValue, CustomFieldValues } from '@adire/contract/custom-fields-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { trimSeen } from '@adire/contract/seen-text.ts'
import { problem } from '../../http/problem.ts'
import type { PaymentLinkRecord } from './link.ts'

/** Validates custom fields and phone. Rejects a missing required value and a field that the link does not have. */
export function checkCustomFields(
  { customFields, collectPhone }: PaymentLinkRecord,
  given: { phone?: string | undefined; fields?: CustomFieldValues | undefined },
) {
  const values = new Map(Object.entries(given.fields ?? {}))
  const wrong = customFields.flatMap((field) => {
    const message = customFieldError(field, values.get(field.key) ?? '')
    return message ? [{ field: fieldName(field), message }] : []
  })
  const knownKeys = new Set(customFields.map(({ key }) => key))
  for (const key of values.keys())
    if (!knownKeys.has(key))
      wrong.push({ field: `fields.${key.slice(0, 40)}`, message: 'The page does not ask this. Reload it' })
  if (collectPhone && !given.phone) wrong.unshift({ field: 'phone', message: messages.required })
  if (wrong.length > 0) throw problem.invalid(wrong)
  const metadata = customFields.flatMap(({ key, label }): CustomFieldValue[] => {
    const value = trimSeen(values.get(key) ?? '')
    return value ? [{ key, label, value }] : []
  })
  return {
    customerPhone: (collectPhone && given.phone) || null,
    metadata: metadata.length > 0 ? metadata : null,
  }
}

const fieldName = ({ key }: CustomField) => `fields.${key}`

/** Stored custom field values, in the form in which they were submitted. */
export const toFieldValues = (metadata: readonly CustomFieldValue[] | null): CustomFieldValues =>
  Object.fromEntries((metadata ?? []).map(({ key, value }) => [key, value]))
