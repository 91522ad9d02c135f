import type { ComponentProps } from 'react'
import { Unread } from '../../ui/unread.tsx'

export const backToLinks = { to: '/payment-link', label: 'Payment links' }

export const UnreadLink = (props: Omit<ComponentProps<typeof Unread>, 'what' | 'back' | 'missing'>) => (
  <Unread
    what="payment link"
    back={backToLinks}
    missing="It may have been deleted, or belong to another of your businesses or to the other mode."
    {...props}
  />
)
