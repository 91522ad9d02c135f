import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { clearSession, useSession } from '../../client/session.ts'
import { FullLoader } from '../../ui/full-loader.tsx'

/**
 * Guard of public pages: redirects signed-in users, and visitors who were sent here to sign in to the page that they opened. While the
 * session is unknown it shows the page, because it was prerendered.
 */
export function VisitorGuard() {
  const { status } = useSession()
  const { state } = useLocation()
  return status === 'in' ? <Navigate to={state?.opened ?? '/dashboard'} replace /> : <Outlet />
}

/**
 * Guard of the dashboard: redirects visitors, and clears the state of an ended session. The page that a visitor opened, as by the link
 * of an email, is kept in the history entry of the sign-in; not the page on which a user signed out.
 */
export function MemberGuard() {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const [wasIn, setWasIn] = useState(false)
  if (status === 'in' && !wasIn) setWasIn(true)
  useEffect(() => {
    if (status === 'out') clearSession()
  }, [status])
  if (status === 'loading') return <FullLoader />
  const kept = wasIn ? undefined : { opened: `${pathname}${search}` }
  return status === 'in' ? <Outlet /> : <Navigate to="/" replace state={kept} />
}
