import { type Answer, type Answers, answerProblem, type CustomField } from '@adire/contract/custom-fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { internationalPhone } from '@adire/contract/phone.ts'
import { problem } from '../../http/problem.ts'
import type { Link } from './link.ts'

/** What the page asks besides the address, checked: what a required field lacks, and what nobody asked, is refused. */
export function answersOf(
  { customFields, collectPhone }: Link,
  given: { phone?: string | undefined; fields?: Answers | undefined },
) {
  const answers = new Map(Object.entries(given.fields ?? {}))
  const wrong = customFields.flatMap((field) => {
    const message = answerProblem(field, answers.get(field.key) ?? '')
    return message ? [{ field: nameOf(field), message }] : []
  })
  const asked = new Set(customFields.map(({ key }) => key))
  for (const key of answers.keys())
    if (!asked.has(key))
      wrong.push({ field: `fields.${key.slice(0, 40)}`, message: 'The page does not ask this. Reload it' })
  if (collectPhone && !given.phone) wrong.unshift({ field: 'phone', message: messages.required })
  if (wrong.length > 0) throw problem.invalid(wrong)
  const metadata = customFields.flatMap(({ key, label }): Answer[] => {
    const value = answers.get(key)?.trim()
    return value ? [{ key, label, value }] : []
  })
  return {
    customerPhone: collectPhone && given.phone ? internationalPhone(given.phone) : null,
    metadata: metadata.length > 0 ? metadata : null,
  }
}

const nameOf = ({ key }: CustomField) => `fields.${key}`

/** What was answered, as it was sent. */
export const fieldsOf = (metadata: readonly Answer[] | null): Answers =>
  Object.fromEntries((metadata ?? []).map(({ key, value }) => [key, value]))
