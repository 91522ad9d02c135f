import type { ComponentProps } from 'react'
import { LoadError } from '../../ui/load-error.tsx'

export const backToLinks = { to: '/payment-link', label: 'Payment links' }

export const LinkLoadError = (props: Omit<ComponentProps<typeof LoadError>, 'what' | 'back' | 'missing'>) => (
  <LoadError
    what="payment link"
    back={backToLinks}
    missing="It may have been deleted, or belong to another of your businesses or to the other mode."
    {...props}
  />
)
