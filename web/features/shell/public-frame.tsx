import { useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { SignInLayout } from '../../layouts/sign-in-panel.tsx'

export function PublicFrame() {
  useScrollToTop()
  return (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  )
}

/** Within the public frame: a form, and the panel beside it. */
export function FormFrame() {
  return (
    <SignInLayout>
      <Outlet />
    </SignInLayout>
  )
}

/** A link in the footer leads to the head of the next page; going back is the browser's. */
function useScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pathname is the event
  useEffect(() => {
    if (!isBack) scrollTo(0, 0)
  }, [pathname])
}
