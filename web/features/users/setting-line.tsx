import type { ReactNode } from 'react'

type SettingLineProps = { badge: ReactNode; text: string; warns?: boolean; children: ReactNode }

/** A setting in a card: its state with an explanation, and the button that changes it. */
export function SettingLine({ badge, text, warns, children }: SettingLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        {badge}
        <p className={warns ? 'text-warn' : 'text-muted'}>{text}</p>
      </div>
      {children}
    </div>
  )
}
