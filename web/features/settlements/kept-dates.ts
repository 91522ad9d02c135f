import { useSearchParams } from 'react-router'

/** Adds the dates of the settlement list (startDate, endDate) to a link between its pages, so that the list keeps them after a look at one
 * settlement (section 2.4 of the specification). */
export function useKeptDates(): (path: string) => string {
  const [params] = useSearchParams()
  const dates = ['startDate', 'endDate'].flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : []))
  if (dates.length === 0) return (path) => path
  return (path) => `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(dates)}`
}
