import { Link } from 'react-router'
import { formatDateTime } from './date.ts'

type Tone = 'ok' | 'warn' | 'bad'

/** Colour of the dot by kind of event; grey for a kind without one. */
export type TimelineTones = Readonly<Record<string, Tone>>

type TimelineEvent = {
  /** Instant in UTC. */
  at: string
  kind: string
  text: string
  /** Page that the time links to. */
  to?: string | undefined
  /** Colour of the dot, instead of the colour of the kind. */
  tone?: Tone | undefined
}

const dots = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' }

/** List of events, newest first. */
export function Timeline({ events, tones = {} }: { events: readonly TimelineEvent[]; tones?: TimelineTones }) {
  return (
    <ol>
      {events.map(({ at, kind, text, to, tone = tones[kind] }) => {
        const time = <time dateTime={at}>{formatDateTime(at)}</time>
        return (
          <li key={`${at} ${kind} ${text} ${to}`} className="group relative pb-5 pl-[22px] last:pb-0">
            <span className="absolute top-4 bottom-[-4px] left-[4.5px] w-px bg-line group-last:hidden" />
            <span
              className={`absolute top-[5px] left-0 size-2.5 rounded-full ${tone ? dots[tone] : 'bg-line-strong'}`}
            />
            <p className="font-medium wrap-anywhere">{text}</p>
            <p className="text-sm text-muted">
              {to ? (
                <Link to={to} className="hover:underline pointer-coarse:py-2">
                  {time}
                </Link>
              ) : (
                time
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
