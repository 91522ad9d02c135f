import type { ReactNode } from 'react'

/** Actions in the head of a page that stay in one line where not all actions fit. */
export const KeptTogether = ({ children }: { children: ReactNode }) => (
  <div className="flex grow flex-wrap items-center gap-2 max-sm:[&>a]:grow max-sm:[&>button:not([aria-label])]:grow">
    {children}
  </div>
)
