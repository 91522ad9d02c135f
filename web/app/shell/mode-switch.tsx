import { messages } from '@adire/contract/messages.ts'
import { ArrowLeftRight } from 'lucide-react'
import { Suspense } from 'react'
import { lazyComponent } from '../../ui/lazy-part.tsx'

const Present = lazyComponent(() => import('./business-time.tsx').then((m) => m.BusinessTime))

export type Mode = 'TEST' | 'LIVE'

type ModeSwitchProps = { mode: Mode; onToggleMode: () => void; collapsed?: boolean }

/**
 * Mode switch. Its label and colour show the current mode: amber for test, green for live. It has no knob, which would look off in one of
 * them.
 */
export function ModeSwitch({ mode, onToggleMode, collapsed }: ModeSwitchProps) {
  const label = messages.modeLabel[mode]
  const other = messages.modeLabel[mode === 'LIVE' ? 'TEST' : 'LIVE']
  return (
    <button
      type="button"
      onClick={onToggleMode}
      title={`Switch to ${other}`}
      className={`flex h-10 w-full items-center rounded-md font-medium text-ink-2 hover:bg-neutral-soft pointer-coarse:h-11 ${collapsed ? 'justify-center' : 'justify-between px-2.5'}`}
    >
      <span className={collapsed ? 'sr-only' : ''}>
        {label}
        <span className="sr-only">, switch to {other}</span>
      </span>
      <span
        aria-hidden="true"
        className={`grid h-5 w-9 shrink-0 place-items-center rounded-full text-white ${mode === 'LIVE' ? 'bg-track-live' : 'bg-track-test'}`}
      >
        <ArrowLeftRight className="size-3.5" />
      </span>
    </button>
  )
}

type ModePillProps = { mode: Mode; hasClockOffset: boolean; onClock: (() => void) | undefined }

/** Badge of the mode; for a test business it also opens the business clock, which can be moved forward. */
export function ModePill({ mode, hasClockOffset, onClock }: ModePillProps) {
  const look = `inline-flex h-6 items-center gap-2 rounded-full px-2.5 text-xs font-medium whitespace-nowrap max-[359px]:px-1.5 ${mode === 'LIVE' ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`
  const label = (
    <>
      <span className="size-1.5 rounded-full bg-current max-[359px]:hidden" aria-hidden="true" />
      <span className={hasClockOffset ? 'max-sm:sr-only' : undefined}>{messages.modeLabel[mode]}</span>
      {hasClockOffset && (
        <Suspense>
          <Present />
        </Suspense>
      )}
    </>
  )
  if (!onClock) return <span className={look}>{label}</span>
  return (
    <button
      type="button"
      onClick={onClock}
      title="Test clock"
      className={`${look} relative hover:underline after:absolute after:-inset-2`}
    >
      {label}
      <span className="sr-only">, test clock</span>
    </button>
  )
}
