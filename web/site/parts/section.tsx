import { messages } from '@adire/contract/messages.ts'
import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { contentWidth } from '../header.tsx'

type HeroProps = { title: ReactNode; lead: string; actions?: ReactNode; children?: ReactNode }

/** Page header: text on the left, a dye panel with product illustrations on the right. */
export function Hero({ title, lead, actions, children }: HeroProps) {
  return (
    <div className={`grid gap-12 py-14 sm:py-20 lg:grid-cols-2 lg:items-center ${contentWidth}`}>
      <div>
        <h1 className="max-w-[14em] text-hero font-semibold text-balance">{title}</h1>
        <p className="mt-5 max-w-xl text-lg text-ink-2">{lead}</p>
        {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
      </div>
      <div
        className="dye-hero flex min-h-80 items-center justify-center rounded-xl p-5 sm:min-h-96 sm:p-10"
        aria-hidden="true"
      >
        {children}
      </div>
    </div>
  )
}

/** Page header of a text page, without a picture. */
export function TextHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={`pt-14 pb-8 sm:pt-16 ${contentWidth}`}>
      <h1 className="text-3xl font-semibold sm:text-hero">{title}</h1>
      <p className="mt-4 max-w-2xl text-lg text-ink-2">{lead}</p>
    </div>
  )
}

type SectionProps = { title: string; lead?: string; tone?: 'surface' | 'canvas'; children: ReactNode }

export function Section({ title, lead, tone = 'surface', children }: SectionProps) {
  return (
    <section className={`border-t border-line py-16 sm:py-20 ${tone === 'canvas' ? 'bg-canvas' : ''}`}>
      <div className={contentWidth}>
        <h2 className="max-w-2xl text-3xl font-semibold text-balance">{title}</h2>
        {lead && <p className="mt-3 max-w-2xl text-md text-ink-2">{lead}</p>}
        <div className="mt-10">{children}</div>
      </div>
    </section>
  )
}

/** List with rules between its items: a title on the left, its explanation on the right. */
export function RuledList({ items }: { items: readonly { icon: LucideIcon; title: string; text: ReactNode }[] }) {
  return (
    <ul className="border-b border-line">
      {items.map(({ icon: Icon, title, text }) => (
        <li
          key={title}
          className="grid gap-x-6 gap-y-1 border-t border-line py-6 sm:grid-cols-[24px_260px_minmax(0,1fr)]"
        >
          <Icon className="size-[18px] text-link sm:mt-1" strokeWidth={1.75} aria-hidden="true" />
          <h3 className="text-md font-semibold">{title}</h3>
          <p className="text-md text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

export function Steps({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-8 md:grid-cols-3">
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <p
            className="figures inline-flex size-9 items-center justify-center rounded-full bg-soft font-semibold text-link"
            aria-hidden="true"
          >
            {index + 1}
          </p>
          <h3 className="mt-4 text-md font-semibold">{title}</h3>
          <p className="mt-1 text-md text-ink-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** Product illustration above a description. */
export function FeatureItem({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col overflow-hidden bg-surface">
      <div className="flex h-52 items-center justify-center border-b border-line bg-sunken p-6" aria-hidden="true">
        {children}
      </div>
      <div className="p-6">
        <h3 className="text-md font-semibold">{title}</h3>
        <p className="mt-1 text-md text-ink-2">{text}</p>
      </div>
    </li>
  )
}

export const featureGrid =
  'grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4'

export function CreateAccount({ label = messages.footerCreateAccount }: { label?: string }) {
  return (
    <a href="/register" className={buttonClass({ size: 'lg' })}>
      {label}
      <ArrowRight strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}

export function OtherPage({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonClass({ tone: 'secondary', size: 'lg' })}>
      {children}
    </a>
  )
}

export const textLink = 'font-medium text-link underline decoration-1 underline-offset-2 hover:decoration-2'
