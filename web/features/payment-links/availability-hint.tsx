import { messages } from '@adire/contract/messages.ts'
import { Check } from 'lucide-react'
import { Spinner } from '../../ui/spinner.tsx'
import type { NameAvailability } from './link-form.ts'

/** The error of a field whose name or address is taken. */
export const takenMessage = (availability: NameAvailability) =>
  availability === 'taken' ? messages.notAvailable : undefined

/** What is known of a name, as the hint of its field. A taken name has an error instead. */
export function AvailabilityHint({ availability }: { availability: NameAvailability }) {
  if (availability === 'taken') return null
  return (
    <span role="status" className={`flex items-center gap-1.5 ${availability === 'available' ? 'text-ok' : ''}`}>
      {availability === 'available' && <Check className="size-3.5" aria-hidden="true" />}
      {availability === 'checking' && <Spinner className="size-3.5" />}
      {hints[availability]}
    </span>
  )
}

const hints: Record<Exclude<NameAvailability, 'taken'>, string> = {
  unknown: 'Payers see it on the page and on their receipt.',
  checking: 'Checking the name',
  available: messages.available,
}
