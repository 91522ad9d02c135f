import type { ReactNode } from 'react'

/** Part of a page of text: the heading on the left, the content beside it. */
export function RuledSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid max-w-4xl gap-x-10 gap-y-3 border-t border-line pt-6 sm:grid-cols-[240px_minmax(0,1fr)]">
      <h2 className="text-lg font-semibold">{heading}</h2>
      <div className="text-md text-ink-2">{children}</div>
    </section>
  )
}
