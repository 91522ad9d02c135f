import { useSearchParams } from 'react-router'

type Changes = { [name: string]: string | undefined }

/** Filters of a list, stored in the URL. Any change returns to the first page. */
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
    /** Starts from the current URL: the rendered parameters may be older than the last change. */
    change: (changes: Changes, options?: { replace: boolean }) =>
      setParams(changed(changes, window.location.search), options),
  }
}
