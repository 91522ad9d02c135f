import type { CustomField } from '@adire/contract/custom-fields.ts'

type Keyed = { customFields?: CustomField[] | undefined }

/** A question keeps the key its answers are kept under; a new one gets a key of its label, so that a file of answers can be read. */
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

/** For a question that has just been added: any that is not in use. */
export function placeholderKey(fields: readonly CustomField[]): string {
  let suffix = fields.length + 1
  while (fields.some(({ key }) => key === `new_${suffix}`)) suffix++
  return `new_${suffix}`
}
