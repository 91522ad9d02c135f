import type { ReactNode } from 'react'
import { contentWidth } from '../header.tsx'

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
