import type { ReactNode } from 'react'

/** Bordered block with an optional heading. */
export function Card({
  title,
  action,
  children,
  className = '',
}: {
  title?: string
  action?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`card p-5 ${className}`}>
      {title && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="max-w-full font-semibold wrap-anywhere">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
