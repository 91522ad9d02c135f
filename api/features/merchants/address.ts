import { addressLine } from '@adire/contract/business-lines.ts'
import states from '../lookups/states.json' with { type: 'json' }
import type { merchants } from './tables.ts'

type Addressed = Pick<typeof merchants.$inferSelect, 'streetAddress' | 'city' | 'postalCode' | 'stateId'>

/** Address of a business on one line; null without one. */
export const formatAddress = ({ stateId, ...address }: Addressed): string | null =>
  addressLine({ ...address, state: states.find(({ id }) => id === stateId)?.name })
