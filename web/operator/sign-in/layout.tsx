import { Outlet } from 'react-router'
import { Logo } from '../../ui/logo.tsx'

/** Layout of the pages without a session: one form, so that nobody takes it for the sign-in of businesses. */
export function SignInLayout() {
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-10 sm:py-16">
      <div className="flex w-full max-w-[440px] flex-col gap-6">
        <div className="flex items-center justify-between gap-4">
          <Logo />
          <span className="text-sm text-muted">Back office</span>
        </div>
        <div className="card px-5 py-7 sm:px-8">
          <Outlet />
        </div>
      </div>
    </main>
  )
}
