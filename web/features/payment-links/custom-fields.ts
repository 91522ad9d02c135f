import type { CustomField } from '@adire/contract/custom-fields-schemas.ts'

type Keyed = { customFields?: CustomField[] | undefined }

/**
 * Assigns the keys of custom fields. Existing fields keep their key, under which values are stored; a new key is made from the label,
 * so that an exported file is readable.
 */
export function assignFieldKeys<Values extends Keyed>(values: Values, known: readonly CustomField[]): Values {
  const taken = new Set(known.map(({ key }) => key))
  const customFields = values.customFields?.map((field) => {
    if (known.some(({ key }) => key === field.key)) return field
    const key = freeKey(field.label, taken)
    taken.add(key)
    return { ...field, key }
  })
  return { ...values, customFields }
}

function freeKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30)
  const base = words === '' || words in {} ? 'question' : words
  for (let suffix = 1; ; suffix++) {
    const key = suffix === 1 ? base : `${base}_${suffix}`
    if (!taken.has(key)) return key
  }
}

/** Unused temporary key for a field that was just added. */
export function placeholderKey(fields: readonly CustomField[]): string {
  let suffix = fields.length + 1
  while (fields.some(({ key }) => key === `new_${suffix}`)) suffix++
  return `new_${suffix}`
}
