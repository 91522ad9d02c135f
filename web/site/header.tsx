import { messages } from '@adire/contract/messages.ts'
import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { ArrowRight, ChevronDown, Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { SiteLinkAnchor } from './anchor.tsx'
import { developerLinks, type SiteLink, supportLinks, whyLinks } from './links.ts'

export const contentWidth = 'mx-auto w-full max-w-[1200px] px-5 sm:px-8'

/** Site header. Works without script: menus are disclosures, and the phone menu is a popover. */
export function SiteHeader(given: SiteGiven) {
  return (
    <>
      <SkipLink />
      <header className="site-header sticky top-0 z-10 border-b border-line bg-surface">
        <div role="status">
          <p hidden data-offline="" className="bg-bad-fill px-4 py-2 text-center text-sm font-medium text-white">
            {messages.offline}
          </p>
        </div>
        <div className={`flex h-16 items-center justify-between gap-4 ${contentWidth}`}>
          <a href="/" className="rounded-sm">
            <Logo />
          </a>
          <nav aria-label="Main" className="flex grow items-center justify-end gap-1.5 lg:pl-6">
            <HeaderNav {...given} />
            <a href="/" className={`${buttonClass({ tone: 'ghost' })} max-sm:hidden`}>
              Login
            </a>
            <a href="/register" className={buttonClass({})}>
              Register
            </a>
            <button type="button" popoverTarget="site-menu" className={`${opener} -mr-2 ml-1 lg:hidden`}>
              <Menu className="size-5" strokeWidth={1.75} aria-hidden="true" />
              <span className="sr-only">Menu</span>
            </button>
          </nav>
        </div>
        <PhoneMenu {...given} />
      </header>
    </>
  )
}

const opener = 'inline-flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft'
const menuItemClass =
  'flex h-9 cursor-pointer items-center gap-1.5 rounded-md px-3 font-medium text-ink-2 hover:bg-neutral-soft hover:text-ink pointer-coarse:h-11'

function HeaderNav(given: SiteGiven) {
  return (
    <ul className="mr-auto flex items-center gap-0.5 max-lg:hidden">
      <li>
        <a href="/pricing" className={menuItemClass}>
          Pricing
        </a>
      </li>
      <Submenu label="Why" wide>
        {whyLinks.map(({ label, href, blurb }) => (
          <li key={href}>
            <a href={href} className="block rounded-sm p-3 hover:bg-sunken">
              <span className="block font-medium">{label}</span>
              <span className="mt-0.5 block text-sm text-muted">{blurb}</span>
              <span className="mt-1.5 flex items-center gap-1 text-sm font-medium text-link">
                Read More
                <ArrowRight className="size-3.5" strokeWidth={2} aria-hidden="true" />
              </span>
            </a>
          </li>
        ))}
      </Submenu>
      <Submenu label="Developers">{developerLinks(given).map(entry)}</Submenu>
      <Submenu label="Support">{supportLinks.map(entry)}</Submenu>
    </ul>
  )
}

/** Submenu. Disclosures with the same name open one at a time; the script closes them on an outside click. */
function Submenu({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <li className="relative">
      <details name="site-place" className="group">
        <summary className={`${menuItemClass} list-none [&::-webkit-details-marker]:hidden`}>
          {label}
          <ChevronDown
            className="size-4 text-muted transition-transform group-open:rotate-180"
            strokeWidth={1.75}
            aria-hidden="true"
          />
        </summary>
        <ul
          className={`absolute top-full left-0 mt-2 animate-rise rounded-lg bg-raised p-1.5 shadow-e2 ${wide ? 'w-80' : 'w-52'}`}
        >
          {children}
        </ul>
      </details>
    </li>
  )
}

const entry = (to: SiteLink) => (
  <li key={to.label}>
    <SiteLinkAnchor
      to={to}
      className="flex min-h-9 items-center rounded-sm px-3 hover:bg-sunken pointer-coarse:min-h-11"
    />
  </li>
)

function PhoneMenu(given: SiteGiven) {
  return (
    <div
      id="site-menu"
      popover="auto"
      className="fixed inset-x-0 top-0 bottom-auto m-0 max-h-dvh w-full max-w-none overflow-y-auto border-b border-line bg-raised p-3 text-ink shadow-e3 open:animate-rise"
    >
      <nav aria-label="Menu">
        <div className="flex items-center justify-between pb-2 pl-2">
          <Logo />
          <button type="button" popoverTarget="site-menu" popoverTargetAction="hide" className={opener}>
            <X className="size-5" strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">Close</span>
          </button>
        </div>
        <ul>{line({ label: 'Pricing', href: '/pricing' })}</ul>
        <PhoneGroup heading="Why">
          {whyLinks.map(({ label, href, blurb }) => (
            <li key={href}>
              <a href={href} className="block rounded-md px-3 py-2 hover:bg-neutral-soft">
                <span className="block text-md font-medium">{label}</span>
                <span className="block text-sm text-muted">
                  {blurb} <span className="font-medium text-link">Read More</span>
                </span>
              </a>
            </li>
          ))}
        </PhoneGroup>
        <PhoneGroup heading="Developers">{developerLinks(given).map(line)}</PhoneGroup>
        <PhoneGroup heading="Support">{supportLinks.map(line)}</PhoneGroup>
        <ul className="mt-2 border-t border-line pt-2">
          {line({ label: 'Login', href: '/' })}
          {line({ label: 'Register', href: '/register' })}
        </ul>
      </nav>
    </div>
  )
}

const line = (to: SiteLink) => (
  <li key={to.label}>
    <SiteLinkAnchor
      to={to}
      className="flex min-h-11 items-center rounded-md px-3 text-md font-medium hover:bg-neutral-soft"
    />
  </li>
)

function PhoneGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="px-3 py-1 text-sm font-medium text-muted">{heading}</p>
      <ul>{children}</ul>
    </div>
  )
}
