import type { ReactNode } from 'react'
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
