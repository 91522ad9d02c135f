import './app.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { getConfig } from '../client/config.ts'
import { applyTheme } from '../ui/apply-theme.ts'
import { BackOffice } from './app/routes.tsx'
import { restoreSession } from './client/session.ts'

applyTheme()
void restoreSession()
getConfig().catch(() => undefined) // only for the name of the provider, which has a default

createRoot(document.getElementById('root')!).render(
  <BrowserRouter basename="/operator">
    <BackOffice />
  </BrowserRouter>,
)
