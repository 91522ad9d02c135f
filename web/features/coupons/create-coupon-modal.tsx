import { createCoupon, listCoupons } from '@adire/contract/coupons.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCouponForm } from './coupon-form.ts'
import { CouponFormFields } from './coupon-form-fields.tsx'

/** Creates a coupon and opens its page. */
export function CreateCouponModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(createCoupon, {
    refresh: [listCoupons],
    success: ({ name }) => `${name} is ready`,
    quiet: true,
    onDone: ({ id }) => navigate(`/plans/coupons/${id}`, { replace: true }),
  })
  const couponForm = useCouponForm((coupon) => create.mutateAsync(coupon))
  return (
    <FormModal form={couponForm} title="New coupon" action="Create coupon" onClose={onClose}>
      <CouponFormFields couponForm={couponForm} />
    </FormModal>
  )
}
