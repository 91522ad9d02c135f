import type { AnchorHTMLAttributes } from 'react'
import type { SiteLink } from './links.ts'

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: SiteLink }

/** Link of the site; external links open in a new tab. */
export function SiteLinkAnchor({ to, children = to.label, ...rest }: AnchorProps) {
  const outside = to.outside && ({ target: '_blank', rel: 'noreferrer' } as const)
  return (
    <a href={to.href} {...outside} {...rest}>
      {children}
      {to.outside && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  )
}
