import { useLocation, useSearchParams } from 'react-router'

/** The API counts and skips rows only up to here; deeper pages need a cursor. */
const deepestOffset = 10_000

type Trail = readonly (string | undefined)[]

/**
 * Cursor pagination. Page and cursor are in the URL, so that a page can be reloaded and shared; the cursors of the previous
 * pages are in the history entry. A shared URL has none of those: going back then uses an offset instead.
 */
export function usePages(limit: number) {
  const [params, setParams] = useSearchParams()
  const trail: Trail = (useLocation().state as { trail?: Trail } | null)?.trail ?? []
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  const cursor = params.get('cursor') ?? undefined
  const offset = (page - 1) * limit
  const isTooDeep = !cursor && offset > deepestOffset

  const go = (target: number, to: string | undefined, nextTrail: Trail) => {
    const next = new URLSearchParams(params)
    for (const name of ['page', 'cursor']) next.delete(name)
    if (target > 1) next.set('page', String(target))
    if (target > 1 && to) next.set('cursor', to)
    setParams(next, { state: { trail: nextTrail } })
    scrollTo(0, 0)
  }
  return {
    limit,
    offset: isTooDeep ? 0 : offset,
    input: cursor ? { limit, cursor } : { limit, offset: isTooDeep ? 0 : offset },
    first: () => go(1, undefined, []),
    next: (nextCursor: string) => go(page + 1, nextCursor, [...trail, cursor]),
    previous: () => {
      const hasTrail = trail.length === page - 1
      const target = hasTrail || (page - 2) * limit <= deepestOffset ? page - 1 : 1
      go(target, hasTrail ? trail.at(-1) : undefined, hasTrail ? trail.slice(0, -1) : [])
    },
  }
}
