import './app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router'
import { getConfig } from './config.ts'
import { App, warmRoute } from './routes.tsx'
import { readSession } from './session.ts'
import { applyTheme } from './ui/apply-theme.ts'
import { ErrorScreen } from './ui/error-screen.tsx'

applyTheme()
readSession()
getConfig().catch(() => undefined) // asked again, and said, by whoever needs it

const root = document.getElementById('root')!
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)

/** The page that was served is taken over where it was rendered for this address; its chunk must be here for that. */
async function start() {
  const { page = '' } = root.dataset
  if (page && matchPath(page, location.pathname)) {
    await warmRoute(location.pathname)
    hydrateRoot(root, app)
  } else createRoot(root).render(app)
}

start().catch((error) => {
  console.error(error)
  for (const part of document.querySelectorAll<HTMLElement>('[id^=site-]')) part.hidden = true
  createRoot(root).render(
    <BrowserRouter>
      <ErrorScreen />
    </BrowserRouter>,
  )
})
