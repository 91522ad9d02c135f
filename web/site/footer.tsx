import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { ArrowUp, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import { SiteLinkAnchor } from './anchor.tsx'
import { contentWidth } from './header.tsx'
import { footerColumns } from './links.ts'
import { socialGlyphs } from './social.ts'

const link = 'text-dye-3 hover:text-white hover:underline'

export function SiteFooter(given: SiteGiven) {
  return (
    <footer className="bg-night text-white [&_:focus-visible]:outline-dye-3">
      <div className="dye-band h-8" />
      <div className={`flex flex-col gap-8 py-12 lg:flex-row lg:items-end lg:justify-between ${contentWidth}`}>
        <div>
          <h2 className="max-w-72 text-2xl font-semibold">{messages.footerHeadline}</h2>
          <p className="mt-2 text-dye-3">{messages.footerInvitation}</p>
        </div>
        <EmailBox />
      </div>
      <div className={contentWidth}>
        <div className="grid gap-x-8 gap-y-10 border-t border-night-line py-12 lg:grid-cols-[minmax(0,1fr)_280px]">
          <Columns {...given} />
          <Contact {...given} />
        </div>
        <LastLine {...given} />
      </div>
    </footer>
  )
}

/** Registration form. Without script its GET request passes the email in the URL; the app passes it without putting it in
 * the URL. */
function EmailBox() {
  return (
    <form action="/register" method="get" className="flex w-full flex-col gap-2 sm:flex-row lg:w-auto">
      <label className="contents">
        <span className="sr-only">{messages.footerEmailPlaceholder}</span>
        <input
          type="email"
          name="email"
          autoComplete="email"
          placeholder={messages.footerEmailPlaceholder}
          className="h-11 min-w-0 rounded-md border border-[#5b6fb5] bg-night-2 px-4 text-md text-white placeholder:text-dye-3 sm:flex-1 sm:text-base lg:w-90"
        />
      </label>
      <button
        type="submit"
        className="h-11 shrink-0 rounded-md bg-white px-5 font-medium text-night transition-colors hover:bg-chalk"
      >
        {messages.footerCreateAccount}
      </button>
    </form>
  )
}

function Columns(given: SiteGiven) {
  return (
    <nav aria-label="Footer" className="grid grid-cols-2 gap-x-8 gap-y-10 md:grid-cols-4">
      {footerColumns(given).map(({ heading, links }) => (
        <div key={heading}>
          <h3 className="font-medium">{heading}</h3>
          <ul className="mt-2">
            {links.map((to) => (
              <li key={to.label}>
                <SiteLinkAnchor
                  to={to}
                  className={`inline-flex min-h-8 items-center pointer-coarse:min-h-11 ${link}`}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Contact({ brand }: SiteGiven) {
  return (
    <div>
      <h3 className="font-medium">Contact</h3>
      <address className="mt-2 flex flex-col gap-2 text-dye-3 not-italic">
        {brand.address && <ContactLine icon={<MapPin strokeWidth={1.75} />}>{brand.address}</ContactLine>}
        {brand.phone && (
          <ContactLine icon={<Phone strokeWidth={1.75} />}>
            <a href={`tel:${brand.phone.replace(/[^+\d]/g, '')}`} className={link}>
              {brand.phone}
            </a>
          </ContactLine>
        )}
        <ContactLine icon={<Mail strokeWidth={1.75} />}>
          <a href={`mailto:${brand.helpEmail}`} className={`wrap-anywhere ${link}`}>
            {brand.helpEmail}
          </a>
        </ContactLine>
      </address>
      <h3 className="mt-8 font-medium">
        <a href="/Contact" className="hover:underline">
          {messages.footerTouch}
        </a>
      </h3>
      {brand.social.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {brand.social.map(({ network, url }) => (
            <li key={network}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex size-11 items-center justify-center rounded-full border border-night-line text-dye-3 hover:border-dye-3 hover:text-white"
              >
                <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd" aria-hidden="true">
                  <path d={socialGlyphs[network]} />
                </svg>
                <span className="sr-only">{network} (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ContactLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 pointer-coarse:py-1.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function LastLine({ brand, year }: SiteGiven) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-night-line py-6">
      <Logo />
      <p className="text-sm text-dye-3">
        &copy; {limits.copyrightFrom}&ndash;{year} {brand.name}
      </p>
      <a
        href="#top"
        data-to-top={limits.footerScrollDelayMs}
        className={`group inline-flex min-h-11 items-center gap-2 text-sm ${link}`}
      >
        <ArrowUp className="size-4" strokeWidth={1.75} aria-hidden="true" />
        <span className="group-aria-busy:hidden">Back to top</span>
        <span className="hidden group-aria-busy:inline">Going up…</span>
      </a>
    </div>
  )
}
