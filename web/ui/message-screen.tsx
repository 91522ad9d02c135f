import type { ReactNode } from 'react'
import { DyeTile } from './empty.tsx'
import { PageTitle } from './title.tsx'

type MessageScreenProps = {
  title: string
  subtitle?: string
  text: string
  isPart?: boolean | undefined
  children: ReactNode
}

/** Full-screen message with one action; `isPart`: in place of a page inside a frame, which has its own `main`. */
export function MessageScreen({ title, subtitle, text, isPart, children }: MessageScreenProps) {
  const Element = isPart ? 'div' : 'main'
  return (
    <Element
      className={`flex flex-col items-center justify-center px-6 py-12 text-center ${isPart ? 'min-h-[60dvh]' : 'min-h-dvh bg-canvas'}`}
    >
      <PageTitle>{title}</PageTitle>
      <DyeTile className="size-16 rounded-xl" />
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {subtitle && <p className="mt-1 font-medium">{subtitle}</p>}
      <p className="mt-1 max-w-sm text-balance text-muted">{text}</p>
      <div className="mt-6">{children}</div>
    </Element>
  )
}
