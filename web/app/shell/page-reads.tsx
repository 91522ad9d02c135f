import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { findMemberScreen } from '../screens.tsx'

/**
 * Starts the queries of the opened page together with those of the business. It stays until the page is left: a query that nobody asks for
 * any more would be cancelled before the page asks for it.
 */
export function PageReads() {
  const { pathname } = useLocation()
  const screen = findMemberScreen(pathname)
  return <Suspense>{screen?.Reads && <screen.Reads />}</Suspense>
}
