import { loggedMethods, statusClasses } from '@adire/contract/request-log.ts'
import { readRange, resolveRange } from '../../ui/range.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

export const methodChoices = loggedMethods.map((value) => ({ value, label: value }))

const classNames = {
  '2xx': 'Success (2xx)',
  '3xx': 'Redirect (3xx)',
  '4xx': 'Client error (4xx)',
  '5xx': 'Server error (5xx)',
} as const
export const statusChoices = statusClasses.map((value) => ({ value, label: classNames[value] }))

const findAllowed = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

type Name = 'method' | 'status' | 'search' | 'key' | 'period' | 'from' | 'to'

/** Filters in the URL. Any change goes back to the first page. */
export function useRequestFilters() {
  const { params, change: changeQuery } = useUrlState()
  const range = readRange(params)
  const method = findAllowed(loggedMethods, params.get('method'))
  const status = findAllowed(statusClasses, params.get('status'))
  const search = params.get('search')?.slice(0, 200) || undefined
  const last4 = params.get('key')?.match(/^[0-9A-Za-z]{4}$/)?.[0]
  const { from, to } = resolveRange(range)
  const change = (changes: { [Key in Name]?: string | undefined }) => changeQuery(changes)
  return {
    range,
    /** Input of the API call. */
    query: { method, status, search, last4, from, to },
    isNarrowed: Boolean(method || status || search || last4 || from || to),
    change,
    clear: () =>
      change({
        method: undefined,
        status: undefined,
        search: undefined,
        key: undefined,
        period: undefined,
        from: undefined,
        to: undefined,
      }),
  }
}
