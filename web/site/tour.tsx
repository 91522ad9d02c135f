import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { SiteLinkAnchor } from './anchor.tsx'
import { contentWidth } from './header.tsx'
import { documentationLink, whyLinks } from './links.ts'

/** Introduction to the product below the sign-in form, for visitors without an account. */
export function SiteTour(given: SiteGiven) {
  const { brand } = given
  return (
    <aside aria-labelledby="tour" className="border-t border-line bg-canvas py-14">
      <div className={contentWidth}>
        <h2 id="tour" className="max-w-2xl text-3xl font-semibold text-balance">
          New to {brand.name}? Paste in a link, get paid in naira.
        </h2>
        <p className="mt-3 max-w-2xl text-md text-ink-2">
          Payment pages and buttons that you set up by copy and paste, and end-to-end secure payment handling behind
          them.
        </p>
        <ul className="mt-8 grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
          {whyLinks.map(({ label, href, blurb }) => (
            <li key={href} className="relative bg-surface p-6 hover:bg-sunken">
              <h3 className="text-md font-semibold">{label}</h3>
              <p className="mt-1 text-md text-ink-2">{blurb}</p>
              <p className="mt-3">
                <a href={href} className="font-medium text-link after:absolute after:inset-0 hover:underline">
                  Read More<span className="sr-only"> about {label.toLowerCase()}</span>
                </a>
              </p>
            </li>
          ))}
        </ul>
        <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-md">
          <a href="/register" className={more}>
            Create an account for your business
          </a>
          <a href="/pricing" className={more}>
            Pricing
          </a>
          <SiteLinkAnchor to={documentationLink(given)} className={more} />
        </p>
      </div>
    </aside>
  )
}

const more = 'font-medium text-link hover:underline pointer-coarse:py-2'
