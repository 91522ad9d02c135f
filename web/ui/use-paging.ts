import { useSearchParams } from 'react-router'

/** Pages of a list by offset, with the page in the URL: input of the API call, and props of `PagedList`. */
export function usePaging(limit: number) {
  const [params, setParams] = useSearchParams()
  const number = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  // The API skips at most 10,000 rows.
  const furthest = Math.floor(10_000 / limit) * limit
  const page = { limit, offset: Math.min((number - 1) * limit, furthest) }
  const onOffset = (offset: number) => {
    const next = new URLSearchParams(params)
    if (offset > 0) next.set('page', String(offset / limit + 1))
    else next.delete('page')
    setParams(next)
  }
  return { page, pager: { ...page, onOffset, isFurthest: page.offset === furthest } }
}
