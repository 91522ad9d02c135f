import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { textLink } from '../parts/page-links.tsx'
import type { SitePage } from '../site-page.ts'
import { AreaPage } from './area-page.tsx'
import { EventsPage } from './events-page.tsx'
import { DocsFrame } from './frame.tsx'
import { guides, renderGuide } from './guides.ts'
import { Prose } from './prose.tsx'
import { buildAreas } from './reference.ts'
import { searchDocs } from './search.ts'
import { groupAreas } from './tasks.ts'

const home: SitePage = {
  path: '/docs',
  title: 'Documentation',
  description:
    'Take payments in naira from your own site or server: guides from the first test payment to going live, and every call of the API.',
  isDocs: true,
  Page: (given) => (
    <DocsFrame given={given} path="/docs" title="Documentation" lead="From a payment button to your own server.">
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {guides.map(({ path, title, description }) => (
          <li key={path} className="relative bg-surface p-5 hover:bg-sunken">
            <h2 className="text-md font-semibold">
              <a href={path} className="after:absolute after:inset-0">
                {title}
              </a>
            </h2>
            <p className="mt-1 text-ink-2">{description}</p>
          </li>
        ))}
        <li className="bg-surface p-5 sm:odd:col-span-2">
          <h2 className="text-md font-semibold">API reference</h2>
          <p className="mt-1 text-ink-2">
            Every call that a server can make, generated from the{' '}
            <a href="/openapi.json" className={textLink}>
              OpenAPI document
            </a>
            , which your tools can read, too.
          </p>
        </li>
      </ul>
      <h2 className="mt-12 text-xl font-semibold">API reference</h2>
      {groupAreas(given.api).map(({ heading, entries }) => (
        <section key={heading} aria-label={heading} className="mt-6">
          <h3 className="font-semibold">{heading}</h3>
          <dl className="mt-2 border-b border-line">
            {entries.map(({ path, title, description }) => (
              <div key={path} className="grid gap-x-6 border-t border-line py-3 sm:grid-cols-[180px_minmax(0,1fr)]">
                <dt>
                  <a href={path} className={textLink}>
                    {title}
                  </a>
                </dt>
                <dd className="text-ink-2">{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DocsFrame>
  ),
}

const events: SitePage = {
  path: '/docs/webhook-events',
  title: 'Webhook events',
  description:
    'Every webhook event with its payload: payments, refunds, disputes, subscriptions, mandates, invoices and payouts.',
  isDocs: true,
  Page: EventsPage,
}

const results: SitePage = {
  path: '/docs/search',
  title: 'Search the documentation',
  description:
    'Find a guide, a call of the API or an event by a word: sections of the guides and all calls are searched.',
  isDocs: true,
  Page: (given) => <Results {...given} />,
}

function Results(given: SiteGiven) {
  const searched = given.searched?.trim() ?? ''
  const found = searchDocs(given, searched)
  const lead =
    searched === ''
      ? 'Type a word into the field.'
      : `${found.length === 0 ? 'Nothing' : found.length} found for “${searched}”.`
  return (
    <DocsFrame given={given} path="/docs/search" title="Search" lead={lead} searched={searched}>
      {searched !== '' && found.length === 0 && (
        <p className="text-md text-ink-2">
          Try a single word, such as a field or an event. A person answers through the{' '}
          <a href="/Contact" className={textLink}>
            contact form
          </a>
          .
        </p>
      )}
      <ol className="border-line">
        {found.map(({ href, title, section, text }) => (
          <li key={href} className="border-b border-line py-4">
            <a href={href} className={`text-md ${textLink}`}>
              {title}
            </a>
            <p className="text-sm text-muted">{section}</p>
            <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
    </DocsFrame>
  )
}

function Reading({ path, ...given }: SiteGiven & { path: string }) {
  const guide = guides.find((one) => one.path === path)
  if (!guide) return null
  return (
    <DocsFrame given={given} path={path} title={guide.title}>
      <Prose markdown={renderGuide(guide, given)} />
    </DocsFrame>
  )
}

export const docsPages: readonly SitePage[] = [
  home,
  ...guides.map(
    ({ path, title, description }): SitePage => ({ path, title, description, isDocs: true, Page: Reading }),
  ),
  events,
  results,
]

/** Page of an API area. Created at run time, because the areas come from the API document and not from the build. */
export function areaPage(path: string, { api }: SiteGiven): SitePage | undefined {
  const area = buildAreas(api).find((one) => one.path === path)
  if (!area) return undefined
  const names = area.calls.map(({ operation }) => operation.summary.toLowerCase())
  const description = `${area.title} in the API: ${names.join(', ')}. Parameters, responses, errors and samples in curl, JavaScript, PHP and Python.`
  return {
    path,
    title: `${area.title} API`,
    description: description.length > 160 ? `${description.slice(0, 157)}…` : description,
    isDocs: true,
    Page: AreaPage,
  }
}
