import { useSearchParams } from 'react-router'

type Changes = { [name: string]: string | undefined }

/** What a list is asked for stands in its address. Any change of it starts again at the first page. */
export function useQuery() {
  const [params, setParams] = useSearchParams()
  const changed = (changes: Changes) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ ...changes, page: undefined, cursor: undefined })) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
  return {
    params,
    changed,
    change: (changes: Changes, options?: { replace: boolean }) => setParams(changed(changes), options),
  }
}
