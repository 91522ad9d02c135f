import './app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router'
import { getConfig } from '../client/config.ts'
import { getSession, readSession } from '../client/session.ts'
import { applyTheme } from '../ui/apply-theme.ts'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { App, warmRoute } from './routes.tsx'

applyTheme()
const warmed = readSession().then(warmPage)
getConfig().catch(() => undefined) // code that needs the configuration requests it again and shows the error

const root = document.getElementById('root')!
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)

/** Loads the page of a signed-in user. A failure is shown when the page is rendered. */
async function warmPage() {
  if (getSession().status === 'in') await warmRoute(location.pathname).catch(() => undefined)
}

/**
 * Hydrates the served page if it was prerendered for this path, after loading its chunk; else renders from scratch, also with its chunks: a page
 * that comes after a loader of React is held back for a third of a second.
 */
async function startApp() {
  const { page = '' } = root.dataset
  if (page && matchPath(page, location.pathname)) {
    await warmRoute(location.pathname)
    hydrateRoot(root, app)
  } else {
    await warmed
    createRoot(root).render(app)
  }
}

startApp().catch((error) => {
  console.error(error)
  for (const part of document.querySelectorAll<HTMLElement>('[id^=site-]')) part.hidden = true
  createRoot(root).render(
    <BrowserRouter>
      <ErrorScreen />
    </BrowserRouter>,
  )
})
