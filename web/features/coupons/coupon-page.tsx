import { describeDiscount, getCoupon } from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { Link, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { describeTerms } from '../../domain/coupon-terms.ts'
import { subscriptionCells } from '../../domain/subscription-cells.tsx'
import { SubscriptionList } from '../../domain/subscription-list.tsx'
import { AllowedPart } from '../../ui/allowed-part.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatDate } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { countRedemptions } from './coupon-columns.tsx'
import { CouponLinks } from './coupon-links.tsx'

const back = { to: '/plans/coupons', label: 'Coupons' }

export function CouponPage() {
  const { couponId = '' } = useParams()
  const coupon = useCall(getCoupon, { id: couponId })
  if (coupon.data) return <Found coupon={coupon.data} />
  return (
    <LoadError what="coupon" back={back} read={coupon}>
      <DetailPageSkeleton>
        <TableSkeleton rows={5} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

const { customer, plan, price, status, since } = subscriptionCells
const columns = [customer, { ...plan, phone: 'note' as const }, price, status, since]

function Found({ coupon }: { coupon: Coupon }) {
  const { id, name, code } = coupon
  const isActive = coupon.status === 'active'
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={coupon.status} />}
        note={describeTerms(coupon)}
        back={back}
        actions={<CouponActions coupon={coupon} />}
      />
      {!isActive && (
        <p className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
          This coupon can’t be redeemed any more. Subscriptions that have it keep their discount.
        </p>
      )}
      <div className={detailColumns}>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-start-1">
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={listDetails(coupon)} />
            </div>
          </Card>
          <AllowedPart needs="payment_links.view">
            <CouponLinks coupon={coupon} />
          </AllowedPart>
        </div>
        <SubscriptionList
          title="Subscriptions"
          label="Subscriptions with this coupon"
          of={{ couponId: id }}
          columns={columns}
          query={`coupon=${id}`}
          empty={
            <Empty title="Not used yet">
              {isActive
                ? code
                  ? `Payers who type ${code} when they subscribe appear here. You can also apply it on the page of a subscription.`
                  : 'Apply it on the page of a subscription.'
                : 'No subscription has this coupon.'}
            </Empty>
          }
        />
      </div>
    </>
  )
}

function listDetails(coupon: Coupon): DetailItem[] {
  const { code, charges, endsOn, plans, createdAt, archivedAt } = coupon
  const details: (DetailItem | false)[] = [
    { label: 'Code', value: code ?? 'None' },
    { label: 'Discount', value: describeDiscount(coupon) },
    { label: 'Payments', value: charges ?? 'Every payment' },
    { label: 'Redemptions', value: countRedemptions(coupon) },
    { label: 'Last day', value: endsOn ? formatDate(endsOn) : 'None' },
    { label: 'Plans', value: plans ? <PlanLinks plans={plans} /> : 'All plans' },
    { label: 'Created', value: formatDate(createdAt) },
    archivedAt !== null && { label: 'Archived', value: formatDate(archivedAt) },
  ]
  return details.filter((detail) => detail !== false)
}

const PlanLinks = ({ plans }: { plans: NonNullable<Coupon['plans']> }) => (
  <ul className="flex flex-col gap-1">
    {plans.map(({ id, name }) => (
      <li key={id}>
        <Link to={`/plans/${id}`} className="text-link hover:underline">
          {name}
        </Link>
      </li>
    ))}
  </ul>
)
