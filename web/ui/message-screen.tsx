import type { ReactNode } from 'react'
import { DyeTile } from './empty.tsx'
import { PageTitle } from './title.tsx'

type MessageScreenProps = { title: string; subtitle?: string; text: string; children: ReactNode }

/** Full-screen message with one action. */
export function MessageScreen({ title, subtitle, text, children }: MessageScreenProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-canvas px-6 py-12 text-center">
      <PageTitle>{title}</PageTitle>
      <DyeTile className="size-16 rounded-xl" />
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {subtitle && <p className="mt-1 font-medium">{subtitle}</p>}
      <p className="mt-1 max-w-sm text-balance text-muted">{text}</p>
      <div className="mt-6">{children}</div>
    </main>
  )
}
