import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { clearSession, useSession } from '../../client/session.ts'
import { FullLoader } from '../../ui/full-loader.tsx'

/** Guard of public pages: redirects signed-in users. While the session is unknown it shows the page, because it was prerendered. */
export function VisitorGuard() {
  const { status } = useSession()
  return status === 'in' ? <Navigate to="/dashboard" replace /> : <Outlet />
}

/** Guard of the dashboard: redirects visitors, and clears the state of an ended session. */
export function MemberGuard() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'out') clearSession()
  }, [status])
  if (status === 'loading') return <FullLoader />
  return status === 'in' ? <Outlet /> : <Navigate to="/" replace />
}
