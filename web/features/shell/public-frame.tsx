import { useEffect, useLayoutEffect } from 'react'
import { Outlet, useLocation, useNavigate, useNavigationType } from 'react-router'
import { SignInLayout } from '../../layouts/sign-in-panel.tsx'

/** The page between the site's header and footer. Both were rendered on the server and are no part of the app: it shows
 * them, and hides them from the dashboard. */
export function PublicFrame() {
  useSurroundings()
  useScrollToTop()
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col bg-surface">
      <Outlet />
    </main>
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

const surroundings = () => document.querySelectorAll<HTMLElement>('#site-top, #site-bottom')

function useSurroundings() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    for (const part of surroundings()) part.hidden = false
    // A page of the dashboard comes without their script.
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
    // Between the app's own pages nothing is loaded anew, and the address typed in the footer stays out of the page's.
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

/** A link in the footer leads to the head of the next page; going back is the browser's. */
function useScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pathname is the event
  useEffect(() => {
    if (!isBack) scrollTo(0, 0)
  }, [pathname])
}
