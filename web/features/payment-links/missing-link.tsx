import { Missing } from '../../ui/missing.tsx'

export const backToLinks = { to: '/payment-link', label: 'Payment links' }

export function MissingLink() {
  return (
    <Missing what="payment link" back={backToLinks}>
      It may have been deleted, or belong to another of your businesses or to the other mode.
    </Missing>
  )
}
