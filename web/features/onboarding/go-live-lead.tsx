import type { ReactNode } from 'react'
import { DyeTile } from '../../ui/empty.tsx'

type LeadProps = { title: string; text: ReactNode; badge?: ReactNode; children?: ReactNode }

export function GoLiveLead({ title, text, badge, children }: LeadProps) {
  return (
    <section className="card flex flex-wrap items-center gap-5 p-5 sm:p-6">
      <DyeTile />
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-lg font-semibold">{title}</h2>
          {badge}
        </div>
        <p className="mt-1 wrap-anywhere text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  )
}
