import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { Menu, X } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { OfflineBar } from '../ui/offline.tsx'
import { useProductName } from '../ui/product.tsx'
import { SkipLink } from '../ui/skip-link.tsx'

/** Header and footer of everything outside the dashboard. Prerendered: no style attributes, no script needed to read it. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <Footer />
    </div>
  )
}

const width = 'mx-auto w-full max-w-[1200px] px-5 sm:px-8'

function Header() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <OfflineBar />
      <div className={`flex h-16 items-center justify-between gap-4 ${width}`}>
        <Link to="/" className="rounded-sm">
          <Logo />
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1.5">
          <LinkButton to="/" tone="ghost" className="max-sm:hidden">
            Login
          </LinkButton>
          <LinkButton to="/register">Register</LinkButton>
          <button
            type="button"
            popoverTarget="site-menu"
            className="-mr-2 ml-1 inline-flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft sm:hidden"
          >
            <Menu className="size-5" strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">Menu</span>
          </button>
        </nav>
      </div>
      <SiteMenu />
    </header>
  )
}

/** Opens and closes without script; a link in it closes it by leaving. */
function SiteMenu() {
  const close = () => document.getElementById('site-menu')?.hidePopover()
  const entry = 'flex h-12 items-center rounded-md px-3 text-md font-medium hover:bg-neutral-soft'
  return (
    <div
      id="site-menu"
      popover="auto"
      className="fixed inset-x-0 top-0 bottom-auto m-0 w-full max-w-none border-b border-line bg-raised p-3 text-ink shadow-e3 open:animate-rise"
    >
      <nav aria-label="Menu">
        <div className="flex items-center justify-between pb-2 pl-2">
          <Logo />
          <button
            type="button"
            popoverTarget="site-menu"
            popoverTargetAction="hide"
            className="inline-flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft"
          >
            <X className="size-5" strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">Close</span>
          </button>
        </div>
        <Link to="/" onClick={close} className={entry}>
          Login
        </Link>
        <Link to="/register" onClick={close} className={entry}>
          Register
        </Link>
      </nav>
    </div>
  )
}

function Footer() {
  const product = useProductName()
  return (
    <footer className="bg-night text-white">
      <div className="dye-band h-8" />
      <div className={`flex flex-col gap-8 py-12 lg:flex-row lg:items-end lg:justify-between ${width}`}>
        <div>
          <h2 className="max-w-72 text-2xl font-semibold">{messages.footerHeadline}</h2>
          <p className="mt-2 text-dye-3">{messages.footerInvitation}</p>
        </div>
        <EmailBox />
      </div>
      <div className={width}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-night-line py-6">
          <Logo />
          <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-dye-3">
            <Link to="/terms-and-conditions" className="hover:text-white hover:underline">
              Terms and conditions
            </Link>
            <span>
              &copy; {limits.copyrightFrom}&ndash;{new Date().getFullYear()} {product}
            </span>
          </p>
        </div>
      </div>
    </footer>
  )
}

/** Carries the address to /register: in the router's state, or by the form's own GET where script has not come yet. */
function EmailBox() {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate('/register', {
      state: {
        email: String(new FormData(event.currentTarget).get('email') ?? '').trim(),
      },
    })
  }
  return (
    <form
      action="/register"
      method="get"
      onSubmit={submit}
      className="flex w-full flex-col gap-2 sm:flex-row lg:w-auto"
    >
      <label className="contents">
        <span className="sr-only">{messages.footerEmailPlaceholder}</span>
        <input
          type="email"
          name="email"
          autoComplete="email"
          placeholder={messages.footerEmailPlaceholder}
          className="h-11 min-w-0 rounded-md border border-[#5b6fb5] bg-night-2 px-4 text-md text-white outline-dye-3 placeholder:text-dye-3 sm:flex-1 sm:text-base lg:w-90"
        />
      </label>
      <button
        type="submit"
        className="h-11 shrink-0 rounded-md bg-white px-5 font-medium text-night outline-dye-3 transition-colors hover:bg-chalk"
      >
        {messages.footerCreateAccount}
      </button>
    </form>
  )
}
