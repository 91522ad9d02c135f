import type { PaymentLink } from '@adire/contract/payment-links.ts'
import { StatusBadge } from '../../ui/badge.tsx'

/** Published, or why nobody can pay. */
export const LinkBadge = ({ link: { closedBecause } }: { link: PaymentLink }) => (
  <StatusBadge status={closedBecause ?? 'published'} />
)
