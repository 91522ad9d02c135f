import { useLayoutEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { SignInLayout } from './sign-in-panel.tsx'

/**
 * Layout of public pages, between the site's header and footer. Both are server-rendered outside the app; this component shows them
 * on mount and hides them for the dashboard.
 */
export function PublicFrame() {
  useSurroundings()
  useScrollToTop()
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col bg-surface">
      <Outlet />
    </main>
  )
}

/** Layout inside the public frame: a form with a panel beside it. */
export function FormFrame() {
  return (
    <SignInLayout>
      <Outlet />
    </SignInLayout>
  )
}

const surroundings = () => document.querySelectorAll<HTMLElement>('#site-top, #site-bottom')

function useSurroundings() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    for (const part of surroundings()) part.hidden = false
    // Dashboard pages do not include the header's script.
    if (!document.querySelector('script[src*="/static/js/site-"]'))
      import('../../site/follow.ts').then(({ followPage }) => followPage()).catch(() => undefined)
    return () => {
      for (const part of surroundings()) part.hidden = true
    }
  }, [])
  useLayoutEffect(() => {
    const tour = document.getElementById('site-tour')
    if (!tour) return
    tour.hidden = pathname !== '/'
    return () => {
      tour.hidden = true
    }
  }, [pathname])
  useLayoutEffect(() => {
    // Navigates on the client between the app's public pages, and keeps the email typed in the footer out of the URL.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href') ?? ''
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!isPlain || !['/', '/register'].includes(path)) return
      event.preventDefault()
      document.getElementById('site-menu')?.hidePopover()
      navigate(path)
    }
    const register = (event: SubmitEvent) => {
      event.preventDefault()
      const email = String(new FormData(event.target as HTMLFormElement).get('email') ?? '').trim()
      navigate('/register', { state: { email } })
    }
    for (const part of surroundings()) {
      part.addEventListener('click', follow)
      part.addEventListener('submit', register)
    }
    return () => {
      for (const part of surroundings()) {
        part.removeEventListener('click', follow)
        part.removeEventListener('submit', register)
      }
    }
  }, [navigate])
}
