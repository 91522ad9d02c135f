import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { clearSession, useSession } from '../../session.ts'
import { FullLoader } from '../../ui/full-loader.tsx'

/** Public pages are for those who are not signed in. While that is not known, they are shown: they were prerendered. */
export function GuestGuard() {
  const { status } = useSession()
  return status === 'in' ? <Navigate to="/dashboard" replace /> : <Outlet />
}

/** The dashboard is for those who are; what is left of a session that ended is cleared. */
export function MemberGuard() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'out') clearSession()
  }, [status])
  if (status === 'loading') return <FullLoader />
  return status === 'in' ? <Outlet /> : <Navigate to="/" replace />
}
