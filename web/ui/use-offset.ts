import { useSearchParams } from 'react-router'

/** Offset for the API, from the page in the URL; the API skips at most 10,000 rows. */
export function useOffset(pageSize: number): [number, (offset: number) => void] {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  const furthest = Math.floor(10_000 / pageSize) * pageSize
  const go = (offset: number) => {
    const next = new URLSearchParams(params)
    if (offset > 0) next.set('page', String(offset / pageSize + 1))
    else next.delete('page')
    setParams(next)
  }
  return [Math.min((page - 1) * pageSize, furthest), go]
}
