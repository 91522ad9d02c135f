import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App, warmRoute } from '../app/routes.tsx'
import { formScreens, invitationScreen, memberScreens } from '../app/screens.tsx'
import { settingsTabs } from '../app/settings-tabs.tsx'
import { OfflinePage } from '../app/shell/offline-page.tsx'
import { ProductProvider } from '../ui/product.tsx'
import type { PageOfHtml } from './prerender-html.ts'

type Plan = {
  file: string
  path: string
  modules?: readonly string[]
  /** For search engines; a page without one is marked `noindex`. */
  description?: string
}

const frame = 'app/shell/public-frame.tsx'

const plans: readonly Plan[] = [
  {
    file: 'index.html',
    path: '/',
    modules: [frame, 'features/auth/sign-in-page.tsx'],
    description:
      'Payment links, invoices and repeat payments for Nigerian businesses. Sign in, or see what it does and what it costs.',
  },
  {
    file: 'register.html',
    path: '/register',
    modules: [frame, 'features/onboarding/register-page.tsx'],
    description: 'Create an account for your business and take a first test payment within minutes.',
  },
  { file: 'verify-email.html', path: '/verify-email/:token', modules: [frame, 'features/users/verify-email-page.tsx'] },
  {
    file: 'request.html',
    path: '/request',
    modules: [frame, 'features/users/forgot-password-page.tsx'],
    description: 'Ask for a link to choose a new password.',
  },
  {
    file: 'reset-password.html',
    path: '/reset-password/:id',
    modules: [frame, 'features/users/reset-password-page.tsx'],
  },
]

const shell = 'app/shell/shell.tsx'

/** Pages of the dashboard with HTML of their own, which requests their chunks with those of the shell: the first page after signing in. */
const memberPlans: readonly Plan[] = [
  { file: 'dashboard.html', path: '/dashboard', modules: [shell, 'features/overview/overview-page.tsx'] },
]

/** The dashboard shell shows a loader until the app has started, and so does an unknown path. */
const others: readonly Plan[] = [
  ...memberPlans,
  { file: 'app.html', path: '/dashboard', modules: [shell] },
  { file: 'not-found.html', path: '/nowhere' },
]

/** Stands for the product's name in a page that has no script. The server replaces it. */
const productPlace = '{product}'

/** First segments of the dashboard's paths. */
export const memberAreas = [...new Set(memberScreens.map(({ path }) => path.split('/')[1]!))]

/** Every path of the app; and the files of the pages that have their own. */
export const prerenderedPaths = [...formScreens, invitationScreen, ...memberScreens, ...settingsTabs].map(
  ({ path }) => path,
)
const filesOf = (ofPaths: readonly Plan[]) => Object.fromEntries(ofPaths.map(({ path, file }) => [path, file]))
export const prerenderedFiles = filesOf(plans)
export const memberFiles = filesOf(memberPlans)

export async function renderPages(): Promise<PageOfHtml[]> {
  const rendered: PageOfHtml[] = []
  for (const plan of plans) rendered.push(await render(plan, plan.path))
  for (const plan of others) rendered.push(await render(plan, ''))
  rendered.push(await renderOfflinePage())
  return rendered
}

async function render({ file, path, modules = [], description }: Plan, pattern: string): Promise<PageOfHtml> {
  // A page renders without suspending only if its chunks are loaded; the dashboard's loader needs none.
  if (pattern) await warmRoute(path)
  const app = (
    <StaticRouter location={path}>
      <App />
    </StaticRouter>
  )
  return { file, path, ...(await renderHtml(app)), pattern, description, modules, hasScript: true }
}

async function renderOfflinePage(): Promise<PageOfHtml> {
  const page = (
    <ProductProvider value={productPlace}>
      <OfflinePage />
    </ProductProvider>
  )
  const place = { file: 'offline.html', path: '/offline', pattern: '', description: undefined, modules: [] }
  return { ...place, ...(await renderHtml(page)), hasScript: false }
}

async function renderHtml(page: ReactNode): Promise<Pick<PageOfHtml, 'head' | 'body'>> {
  const { prelude } = await prerenderToNodeStream(page)
  const html = await text(prelude)
  const title = html.match(/<title>.*?<\/title>/)?.[0] ?? '<title>Adire</title>'
  return { head: title, body: html.replace(title, '') }
}
