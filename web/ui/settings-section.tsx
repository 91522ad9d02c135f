import type { ReactNode } from 'react'

/** Section of a settings tab: title and note on the left, a card on the right. */
export function SettingsSection({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 py-7 not-first-of-type:border-t not-first-of-type:border-line first-of-type:pt-1 xl:grid-cols-[minmax(0,260px)_minmax(0,680px)]">
      <div>
        <h2 className="text-md font-semibold">{title}</h2>
        {note && <p className="mt-1 text-balance text-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}
