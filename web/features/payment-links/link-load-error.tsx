import type { ComponentProps } from 'react'
import { LoadError } from '../../ui/load-error.tsx'

export const backToLinks = { to: '/payment-link', label: 'Payment links' }

export const LinkLoadError = (props: Omit<ComponentProps<typeof LoadError>, 'what' | 'back' | 'deletable'>) => (
  <LoadError what="payment link" back={backToLinks} deletable {...props} />
)
