import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { StatusBadge } from '../../ui/badge.tsx'

/** Published, or the reason why the link is closed. */
export const LinkBadge = ({ link: { closedBecause } }: { link: PaymentLink }) => (
  <StatusBadge status={closedBecause ?? 'published'} />
)
