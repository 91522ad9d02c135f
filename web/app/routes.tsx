import { useEffect } from 'react'
import { matchPath, Route } from 'react-router'
import { useConfig } from '../client/config.ts'
import { AppFrame } from '../ui/app-frame.tsx'
import { type LazyPage, lazyPage } from '../ui/chunk.ts'
import { findMemberScreen, formScreens, invitationScreen, memberScreens, type Screen } from './screens.tsx'
import { AllowedPage } from './shell/allowed-page.tsx'
import { MemberGuard, VisitorGuard } from './shell/guards.tsx'

const PublicFrame = lazyPage(() => import('./shell/public-frame.tsx').then((module) => module.PublicFrame))
const FormFrame = lazyPage(() => import('./shell/public-frame.tsx').then((module) => module.FormFrame))
const Shell = lazyPage(() => import('./shell/shell.tsx').then((module) => module.AppShell))

/** The chunks of a path, frame included. */
function listPageChunks(pathname: string): LazyPage[] {
  const form = [...formScreens, invitationScreen].find(({ path }) => matchPath(path, pathname))
  if (form) return [PublicFrame, FormFrame, form.Page]
  const member = findMemberScreen(pathname)
  return member ? [Shell, member.Page] : []
}

export const warmRoute = (pathname: string) => Promise.all(listPageChunks(pathname).map((chunk) => chunk.warm()))

const renderRoutes = (screens: readonly Screen[]) =>
  screens.map(({ path, needs, Page }) => (
    <Route key={path} path={path} element={needs ? <AllowedPage needs={needs} Page={Page} /> : <Page />} />
  ))

export function App() {
  useWarmLinks()
  return (
    <AppFrame product={useConfig()?.brand.name}>
      <Route element={<VisitorGuard />}>
        <Route element={<PublicFrame />}>
          <Route element={<FormFrame />}>{renderRoutes(formScreens)}</Route>
        </Route>
      </Route>
      <Route element={<PublicFrame />}>
        <Route element={<FormFrame />}>{renderRoutes([invitationScreen])}</Route>
      </Route>
      <Route element={<MemberGuard />}>
        <Route element={<Shell />}>{renderRoutes(memberScreens)}</Route>
      </Route>
    </AppFrame>
  )
}

/** Preloads the chunk of a link on hover or focus. Errors are ignored here; they are shown when the page is opened. */
function useWarmLinks() {
  useEffect(() => {
    const warm = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      const path = link && link.origin === location.origin ? link.pathname : undefined
      // A user who types a password is about to open the dashboard.
      const next = target instanceof Element && target.matches('[autocomplete=current-password]') ? '/dashboard' : path
      if (next) warmRoute(next).catch(() => undefined)
    }
    addEventListener('pointerover', warm, { passive: true })
    addEventListener('focusin', warm)
    return () => {
      removeEventListener('pointerover', warm)
      removeEventListener('focusin', warm)
    }
  }, [])
}
