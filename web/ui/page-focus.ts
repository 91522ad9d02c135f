import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** The entry of the history that the app was loaded at, or loaded again. */
const loadedAt: string = (typeof history === 'object' && history.state?.key) || 'default'

/** Moves focus to the page's heading after a navigation, so that a screen reader starts with the new page. Not on the
 * first load, where the browser does it, and not when only the query changes. */
export function usePageFocus(heading: RefObject<HTMLElement | null>) {
  const { pathname, key } = useLocation()
  const isFirst = key === loadedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pathname is the event
  useEffect(() => {
    if (!isFirst && !document.querySelector(':modal')) heading.current?.focus({ preventScroll: true })
  }, [pathname])
}
