import {
  applyCoupon,
  calculateDiscountKobo,
  describePrice,
  getCoupon,
  listCoupons,
  removeCoupon,
} from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { CouponField } from '../../domain/coupon-field.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type CouponModalProps = { subscription: Subscription; onClose: () => void }
const refresh = [...subscriptionEndpoints, getCoupon, listCoupons]

/** Applies a coupon, after showing what the customer pays then. */
export function ApplyCouponModal({ subscription, onClose }: CouponModalProps) {
  const [coupon, setCoupon] = useState<Coupon>()
  const apply = useChange(applyCoupon, {
    refresh,
    success: ({ coupon }) => `${coupon?.name ?? 'The coupon'} is applied`,
    quiet: true,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (coupon) apply.mutate({ id: subscription.id, couponId: coupon.id })
  }
  return (
    <Modal
      open
      title="Apply a coupon"
      onClose={onClose}
      onSubmit={submit}
      action="Apply coupon"
      busy={apply.isPending}
      disabled={!coupon}
    >
      {apply.error && <ErrorStrip message={apply.error.message} />}
      <CouponField
        planId={(subscription.nextPlan ?? subscription.plan).id}
        value={coupon}
        onChange={(chosen) => {
          setCoupon(chosen)
          apply.reset()
        }}
      />
      {coupon && (
        <p className="text-ink-2" role="status">
          {subscription.attention && 'The unpaid period keeps its amount. '}
          From the next charge on the customer pays {describeWith(subscription, coupon)}, and gets an email about it.
        </p>
      )}
    </Modal>
  )
}

function describeWith({ plan, nextPlan, amountKobo: own, chargeLimit, charges }: Subscription, coupon: Coupon): string {
  const amountKobo = nextPlan?.amountKobo ?? own
  return describePrice({
    amountKobo,
    interval: (nextPlan ?? plan).interval,
    discountKobo: calculateDiscountKobo(amountKobo, coupon),
    discountCharges: coupon.charges,
    chargeLimit: chargeLimit === null ? null : chargeLimit - charges,
  })
}

export function RemoveCouponModal({ subscription, onClose }: CouponModalProps) {
  const { id, coupon, nextPlan, amountKobo } = subscription
  const remove = useChange(removeCoupon, { refresh, success: 'The coupon is removed', quiet: true, onDone: onClose })
  return (
    <ConfirmModal
      open
      title="Remove the coupon?"
      action="Remove coupon"
      onCancel={onClose}
      onConfirm={() => remove.mutate({ id })}
      busy={remove.isPending}
    >
      {remove.error && <ErrorStrip message={remove.error.message} className="mb-4" />}
      Without {coupon?.name} the customer pays {formatNaira(nextPlan?.amountKobo ?? amountKobo)} from the next charge
      on, and gets an email about it.
    </ConfirmModal>
  )
}
