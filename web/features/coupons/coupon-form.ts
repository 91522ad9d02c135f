import {
  AmountOffKobo,
  CouponCharges,
  CouponCode,
  couponName,
  type NewCoupon,
  PercentOff,
  RedemptionLimit,
} from '@adire/contract/coupons-schemas.ts'
import { Day, Id } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import * as z from 'zod/mini'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Values of a new coupon, with the choices that decide which of its fields are sent. */
const CouponValues = z
  .object({
    name: couponName,
    code: z.optional(CouponCode),
    kind: z.enum(['percent', 'amount']),
    percentOff: z.optional(PercentOff),
    amountOffKobo: z.optional(AmountOffKobo),
    duration: z.enum(['once', 'charges', 'always']),
    charges: z.optional(CouponCharges),
    endsOn: z.optional(Day),
    redemptionLimit: z.optional(RedemptionLimit),
    scope: z.enum(['all', 'some']),
    planIds: z.array(Id),
  })
  .check(
    z.refine(({ kind, percentOff }) => kind !== 'percent' || percentOff !== undefined, {
      path: ['percentOff'],
      message: messages.required,
    }),
    z.refine(({ kind, amountOffKobo }) => kind !== 'amount' || amountOffKobo !== undefined, {
      path: ['amountOffKobo'],
      message: messages.required,
    }),
    z.refine(({ duration, charges }) => duration !== 'charges' || charges !== undefined, {
      path: ['charges'],
      message: messages.required,
    }),
    z.refine(({ scope, planIds }) => scope !== 'some' || planIds.length > 0, {
      path: ['planIds'],
      message: 'Choose at least one plan',
    }),
  )
type Values = z.output<typeof CouponValues>

/** The terms that the form describes now. */
export const toTerms = ({ kind, percentOff, amountOffKobo, duration, charges }: Values) => ({
  percentOff: kind === 'percent' ? (percentOff ?? null) : null,
  amountOffKobo: kind === 'amount' ? (amountOffKobo ?? null) : null,
  charges: duration === 'once' ? 1 : duration === 'always' ? null : (charges ?? null),
})

function toNewCoupon(values: Values): z.input<typeof NewCoupon> {
  const { name, code, endsOn, redemptionLimit, scope, planIds } = values
  const { percentOff, amountOffKobo, charges } = toTerms(values)
  return {
    name,
    charges,
    ...(percentOff !== null && { percentOff }),
    ...(amountOffKobo !== null && { amountOffKobo }),
    ...(code && { code }),
    ...(endsOn && { endsOn }),
    ...(redemptionLimit !== undefined && { redemptionLimit }),
    ...(scope === 'some' && { planIds }),
  }
}

export function useCouponForm(submit: (coupon: z.input<typeof NewCoupon>) => Promise<unknown>) {
  return useSchemaForm(CouponValues, {
    start: { name: '', kind: 'percent', duration: 'once', scope: 'all', planIds: [] },
    submit: (values) => submit(toNewCoupon(values)),
  })
}

export type CouponForm = ReturnType<typeof useCouponForm>
