import { listCustomers } from '@adire/contract/customers.ts'
import { useId } from 'react'
import { useCall } from '../client/api.ts'
import { useDebounced } from '../ui/use-debounced.ts'

const delayMs = 250

/** Customers suggested while an email is typed. `list` is the id of the `datalist`, `chosen` has exactly this email. */
export function useKnownCustomers(email: string) {
  const list = useId()
  const typed = useDebounced(email.trim().toLowerCase(), delayMs)
  const found = useCall(listCustomers, { search: typed.slice(0, 254), limit: 8 }, { enabled: typed.length > 1 })
  const known = found.data?.content ?? []
  const chosen = known.find((customer) => customer.email === typed)
  return {
    list,
    chosen,
    /** Whether a whole email is typed that no customer has. */
    isUnknown: found.data !== undefined && !chosen && typed.includes('@'),
    options: (
      <datalist id={list}>
        {known.map(({ email: address, firstName, lastName }) => (
          <option key={address} value={address}>
            {[firstName, lastName].filter(Boolean).join(' ')}
          </option>
        ))}
      </datalist>
    ),
  }
}
