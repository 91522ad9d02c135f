import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Key of the history entry at which the app was loaded or reloaded. */
const loadedAt: string = (typeof history === 'object' && history.state?.key) || 'default'

/** Path of the page before this one. */
let leftPath: string | undefined

/** Moves focus to the page's heading after a navigation, so that a screen reader starts with the new page. Not on the
 * first load, where the browser handles focus, and not when only the query changes. */
export function usePageFocus(heading: RefObject<HTMLElement | null>) {
  const { pathname, key } = useLocation()
  const isFirst = key === loadedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every new pathname
  useEffect(() => {
    if (!isFirst && !document.querySelector(':modal')) heading.current?.focus({ preventScroll: true })
    return () => {
      leftPath = pathname
    }
  }, [pathname])
}

/** Whether the control that had the focus is gone, so that the keyboard would start again at the top of the page. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Moves focus to the link of the page that the browser's Back button left, so that the keyboard goes on from that row. */
export function useReturnFocus(link: RefObject<HTMLAnchorElement | null>) {
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row appears
  useEffect(() => {
    if (!isBack || !leftPath || link.current?.pathname !== leftPath) return
    leftPath = undefined
    link.current.focus({ preventScroll: true })
  }, [])
}
