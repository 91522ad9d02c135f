import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scrolls to the top of a new page; on back navigation the browser restores the position. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every new pathname
  useEffect(() => {
    if (!isBack) scrollTo(0, 0)
  }, [pathname])
}
