import { useEffect, useState } from 'react'
import { type Location, Navigate, Outlet, useLocation } from 'react-router'
import { chooseMerchant, chooseMode, clearSession, type SessionState, useSession } from '../../client/session.ts'
import { FullLoader } from '../../ui/full-loader.tsx'

/** Page to return to after signing in, in the history entry of the sign-in. */
type Opened = {
  opened: string
  /** Set if the session of a user ended there: nobody else returns to it. */
  left?: Pick<SessionState, 'userId' | 'mode' | 'merchantId'> & Pick<Location, 'state'>
}

/**
 * Guard of public pages: redirects signed-in users, and visitors who were sent here to sign in to the page that they opened. While the
 * session is unknown it shows the page, because it was prerendered.
 */
export function VisitorGuard() {
  const { status, userId } = useSession()
  const { opened, left } = (useLocation().state ?? {}) as Partial<Opened>
  const returned = left?.userId === userId ? left : undefined
  // The page belongs to a business, which need not be the first one of the user.
  useEffect(() => {
    if (!returned?.merchantId) return
    chooseMode(returned.mode, returned.merchantId)
    chooseMerchant(returned.merchantId)
  }, [returned])
  if (status !== 'in') return <Outlet />
  const to = left && !returned ? undefined : opened
  return <Navigate to={to ?? '/dashboard'} replace state={returned?.state} />
}

/**
 * Guard of the dashboard: redirects visitors, and clears the state of an ended session. The page that a visitor opened, as by the link
 * of an email, or on which a session ended, is kept. A sign-out leads on to a history entry without it.
 */
export function MemberGuard() {
  const { status, userId, mode, merchantId } = useSession()
  const { pathname, search, state } = useLocation()
  const [last, setLast] = useState<Omit<NonNullable<Opened['left']>, 'state'>>()
  if (status === 'in' && (last?.userId !== userId || last.mode !== mode || last.merchantId !== merchantId))
    setLast({ userId, mode, merchantId })
  useEffect(() => {
    if (status === 'out') clearSession()
  }, [status])
  if (status === 'loading') return <FullLoader />
  if (status === 'in') return <Outlet />
  const kept: Opened = { opened: `${pathname}${search}`, ...(last && { left: { ...last, state } }) }
  return <Navigate to="/" replace state={kept} />
}
