import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { clearSession, useSession } from '../../client/session.ts'
import { FullLoader } from '../../ui/full-loader.tsx'

/** Page to return to after signing in, in the history entry of the sign-in. */
type Opened = {
  opened: string
  /** Set if the session of a user ended there: nobody else returns to it. */
  userId?: string
}

/**
 * Guard of public pages: redirects signed-in users, and visitors who were sent here to sign in to the page that they opened. While the
 * session is unknown it shows the page, because it was prerendered.
 */
export function VisitorGuard() {
  const { status, userId } = useSession()
  const state = useLocation().state as Opened | null
  if (status !== 'in') return <Outlet />
  const isOthers = state?.userId !== undefined && state.userId !== userId
  return <Navigate to={(!isOthers && state?.opened) || '/dashboard'} replace />
}

/**
 * Guard of the dashboard: redirects visitors, and clears the state of an ended session. The page that a visitor opened, as by the link
 * of an email, or on which a session ended, is kept. A sign-out replaces it.
 */
export function MemberGuard() {
  const { status, userId } = useSession()
  const { pathname, search } = useLocation()
  const [lastUser, setLastUser] = useState<string>()
  if (status === 'in' && lastUser !== userId) setLastUser(userId)
  useEffect(() => {
    if (status === 'out') clearSession()
  }, [status])
  if (status === 'loading') return <FullLoader />
  if (status === 'in') return <Outlet />
  const state: Opened = { opened: `${pathname}${search}`, ...(lastUser && { userId: lastUser }) }
  return <Navigate to="/" replace state={state} />
}
