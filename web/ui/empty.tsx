import type { ReactNode } from 'react'

export function DyeTile({ className = 'size-14 rounded-lg' }: { className?: string }) {
  return <span className={`dye-tile block shrink-0 ${className}`} aria-hidden="true" />
}

type EmptyProps = {
  title: string
  /** One sentence that tells the user what to do. */
  children?: ReactNode
  action?: ReactNode
  /** The heading of the whole page. */
  isPage?: boolean
  /** Without a border, inside a card that has its own. */
  bare?: boolean
}

export function Empty({ title, children, action, isPage, bare }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={`flex flex-col items-center px-6 py-14 text-center ${bare ? '' : 'card'}`}>
      <DyeTile />
      <Heading className="mt-5 text-md font-semibold text-balance">{title}</Heading>
      {children && <p className="mt-1 max-w-sm text-balance text-muted wrap-anywhere">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
