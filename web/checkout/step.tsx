import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** The heading every step opens with; focus moves to it when the step changes, so that it is read out. */
export function StepTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id="step" tabIndex={-1} className="text-lg font-semibold text-balance outline-none">
      {children}
    </h2>
  )
}

/** The disc above a step that asks nothing. */
export function Disc({ tone, children }: { tone: 'ok' | 'bad' | 'warn' | 'brand'; children: ReactNode }) {
  return (
    <div className={`flex size-14 items-center justify-center rounded-full ${discs[tone]}`} aria-hidden="true">
      {children}
    </div>
  )
}

const discs = {
  ok: 'bg-ok text-surface',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  brand: 'bg-soft text-link',
}

/** What went wrong and belongs to no field. */
export function StepTrouble({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
      <Icon name="alert" className="mt-0.5 size-4" />
      <p className="min-w-0 wrap-anywhere">{message}</p>
    </div>
  )
}

/** A quiet way out below the one blue button. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mx-2 min-h-11 rounded-sm px-2 font-medium text-link underline-offset-2 hover:underline"
    >
      {children}
    </button>
  )
}
