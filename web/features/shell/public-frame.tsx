import { Outlet } from 'react-router'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { SignInLayout } from '../../layouts/sign-in-panel.tsx'

export function PublicFrame() {
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
