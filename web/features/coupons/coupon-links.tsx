import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { createPaymentLink, listPlanPaymentLinks } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'

const maxLinks = 100

/** Sign-up links of the coupon's plans, to copy with its code: payers then need not type it. */
export function CouponLinks({ coupon }: { coupon: Coupon }) {
  const list = useCall(listPlanPaymentLinks, { limit: maxLinks })
  if (!coupon.code || coupon.status !== 'active') return null
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return null
  const links = list.data.content.filter((link) => isFor(coupon, link))
  return (
    <Card title="Sign-up links with the code">
      {links.length === 0 ? (
        <>
          <p className="mb-4 text-muted">No published payment link subscribes customers to a plan of this coupon.</p>
          <AllowedLink needs={createPaymentLink} to="/payment-link/new" tone="secondary" wide>
            New payment link
          </AllowedLink>
        </>
      ) : (
        <ul className="-my-1 divide-y divide-line">
          {links.map(({ id, name, url }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
              <Link
                to={`/payment-link/${id}`}
                className="min-w-0 flex-1 basis-[6rem] font-medium wrap-anywhere text-link hover:underline pointer-coarse:py-2"
              >
                {name}
              </Link>
              <CopyButton text={`${url}?code=${coupon.code}`} label="Copy link" of={name} tone="ghost" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const isFor = ({ plans }: Coupon, { plan, closedBecause }: PaymentLink) =>
  plan !== null && closedBecause === null && (plans === null || plans.some(({ id }) => id === plan.id))
