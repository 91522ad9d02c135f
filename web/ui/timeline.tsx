import type { ReactNode } from 'react'

export type TimelineEvent = {
  key: string
  title: string
  at: ReactNode
  note?: ReactNode
  tone?: 'ok' | 'warn' | 'bad'
}

const dots = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' }

/** List of events, newest first. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol>
      {events.map(({ key, title, at, note, tone }) => (
        <li key={key} className="group relative pb-5 pl-[22px] last:pb-0">
          <span className="absolute top-4 bottom-[-4px] left-[4.5px] w-px bg-line group-last:hidden" />
          <span className={`absolute top-[5px] left-0 size-2.5 rounded-full ${tone ? dots[tone] : 'bg-line-strong'}`} />
          <p className="font-medium">{title}</p>
          <p className="text-sm text-muted">{at}</p>
          {note && <p className="mt-0.5 text-sm text-ink-2">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
