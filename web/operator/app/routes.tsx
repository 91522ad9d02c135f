import { Navigate, Outlet, Route, useLocation } from 'react-router'
import { useConfig } from '../../client/config.ts'
import { AppFrame } from '../../ui/app-frame.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { lazyPage } from '../../ui/chunk.ts'
import { Empty } from '../../ui/empty.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { useDenials } from '../client/person.ts'
import { useSessionStatus } from '../client/session.ts'
import { SignInLayout } from '../sign-in/layout.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { type BackOfficeScreen, backOfficeScreens } from './screens.tsx'

const Shell = lazyPage(() => import('./shell.tsx').then((m) => m.Shell))
const ForgotPasswordPage = lazyPage(() =>
  import('../sign-in/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
)
const ResetPasswordPage = lazyPage(() => import('../sign-in/reset-password-page.tsx').then((m) => m.ResetPasswordPage))
const InvitationPage = lazyPage(() => import('../sign-in/invitation-page.tsx').then((m) => m.InvitationPage))

export function BackOffice() {
  return (
    <AppFrame product={useConfig()?.brand.name}>
      <Route element={<SignInLayout />}>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password/:token" element={<ResetPasswordPage />} />
        <Route path="/invitation/:token" element={<InvitationPage />} />
      </Route>
      <Route element={<StaffGuard />}>
        <Route element={<Shell />}>
          <Route index element={<FirstScreen />} />
          {backOfficeScreens.map((screen) => (
            <Route key={screen.path} path={screen.path} element={<AllowedScreen {...screen} />} />
          ))}
        </Route>
      </Route>
    </AppFrame>
  )
}

/** Redirects visitors to the sign-in, which then opens the page that they asked for. */
function StaffGuard() {
  const status = useSessionStatus()
  const { pathname, search } = useLocation()
  if (status === 'loading') return <FullLoader />
  return status === 'in' ? <Outlet /> : <Navigate to="/sign-in" replace state={{ opened: `${pathname}${search}` }} />
}

/** The first screen of the sidebar that the person may see. */
function FirstScreen() {
  const denialOf = useDenials()
  const first = backOfficeScreens.find(({ sidebar, needs }) => sidebar && denialOf(needs) === undefined)
  return first ? <Navigate to={first.path} replace /> : <Empty title="Your role does not include a page yet" />
}

/** A page, or the reason why the role of the person does not include it. */
function AllowedScreen({ needs, Page }: BackOfficeScreen) {
  const denied = useDenials()(needs)
  if (denied === undefined) return <Page />
  return (
    <Empty
      isPage
      title="Your role does not include this page"
      action={
        <LinkButton to="/" tone="secondary">
          Go to your first page
        </LinkButton>
      }
    >
      {denied}.
    </Empty>
  )
}
