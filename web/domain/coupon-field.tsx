import { listCoupons } from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { Link } from 'react-router'
import { useCall } from '../client/api.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { describeTerms } from './coupon-terms.ts'

type CouponFieldProps = {
  /** The plan of the subscription: coupons for other plans are not offered. */
  planId: string
  value: Coupon | undefined
  onChange: (coupon: Coupon | undefined) => void
  optional?: boolean
}

/** Select of an active coupon. */
export function CouponField({ planId, value, onChange, optional = false }: CouponFieldProps) {
  const coupons = useCall(listCoupons, { status: 'active', limit: limits.listMaximum })
  if (coupons.error) return <ErrorStrip message={coupons.error.message} onRetry={() => coupons.refetch()} />
  const offered = coupons.data?.content.filter(({ plans }) => !plans || plans.some(({ id }) => id === planId))
  if (optional && !offered?.length) return null
  return (
    <Field
      label="Coupon"
      optional={optional}
      hint={
        offered?.length === 0 && (
          <>
            No active coupon for this plan.{' '}
            <Link to="/plans/coupons?new=1" className="font-medium text-link hover:underline">
              Create one
            </Link>
          </>
        )
      }
    >
      <Select
        value={value?.id ?? ''}
        onChange={({ target }) => onChange(offered?.find(({ id }) => id === target.value))}
        placeholder={coupons.isPending ? 'Loading coupons' : optional ? 'No coupon' : 'Choose a coupon'}
        options={(offered ?? []).map((one) => ({ value: one.id, label: `${one.name}: ${describeTerms(one)}` }))}
      />
    </Field>
  )
}
