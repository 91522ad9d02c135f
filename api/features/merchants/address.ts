import states from '../lookups/states.json' with { type: 'json' }
import type { merchants } from './tables.ts'

type Addressed = Pick<typeof merchants.$inferSelect, 'streetAddress' | 'city' | 'postalCode' | 'stateId'>

/** Address of a business on one line; null without one. */
export function formatAddress({ streetAddress, city, postalCode, stateId }: Addressed): string | null {
  const state = states.find(({ id }) => id === stateId)?.name
  const locality = [city, postalCode].filter(Boolean).join(' ')
  return [streetAddress, locality, state].filter(Boolean).join(', ') || null
}
