import { getCoupon, listCoupons, updateCoupon } from '@adire/contract/coupons.ts'
import { type Coupon, couponName } from '@adire/contract/coupons-schemas.ts'
import * as z from 'zod/mini'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

const Rename = z.object({ name: couponName })

export function RenameCouponModal({ coupon: { id, name }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const update = useChange(updateCoupon, {
    refresh: [getCoupon, listCoupons],
    success: (coupon) => `${coupon.name} is saved`,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(Rename, {
    start: { name },
    submit: (values) => update.mutateAsync({ id, ...values }),
  })
  return (
    <FormModal form={form} title="Rename coupon" action="Save" onClose={onClose}>
      <Field
        label="Name"
        error={form.errorOf('name')}
        hint="Discount and code of a coupon can’t be changed. Create another coupon instead."
      >
        <Input {...form.field('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormModal>
  )
}
