import { createPaymentLink } from '@adire/contract/payment-links.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import { Link } from 'react-router'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Links on which customers subscribe. */
export function SignUpLinks({ plan: { id, links, status } }: { plan: PlanDetail }) {
  if (links.length === 0 && status !== 'active') return null
  return (
    <Card title="Sign-up links">
      {links.length === 0 ? (
        <>
          <p className="mb-4 text-muted">
            Customers subscribe on the page of a payment link that is bound to this plan.
          </p>
          <AllowedLink needs={createPaymentLink} to={`/payment-link/new?plan=${id}`} tone="secondary" wide>
            New payment link
          </AllowedLink>
        </>
      ) : (
        <ul className="-my-1 divide-y divide-line">
          {links.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-3 py-2">
              <span className="flex min-w-0 flex-col items-start gap-1">
                <Link
                  to={`/payment-link/${link.id}`}
                  className="max-w-full truncate font-medium text-link hover:underline pointer-coarse:py-2"
                >
                  {link.name}
                </Link>
                {!link.published && <StatusBadge status="unpublished" />}
              </span>
              {link.published && status === 'active' && (
                <CopyButton text={link.url} label="Copy link" of={link.name} tone="ghost" />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
