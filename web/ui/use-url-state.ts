import { useSearchParams } from 'react-router'

type Changes = { [name: string]: string | undefined }

/** What a list is asked for stands in its address. Any change of it starts again at the first page. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()
  const changed = (changes: Changes, from: URLSearchParams | string = params) => {
    const next = new URLSearchParams(from)
    for (const [name, value] of Object.entries({ ...changes, page: undefined, cursor: undefined })) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
  return {
    params,
    changed,
    /** From the address as it stands: what is rendered may still be that of the change before. */
    change: (changes: Changes, options?: { replace: boolean }) =>
      setParams(changed(changes, window.location.search), options),
  }
}
