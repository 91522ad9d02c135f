import * as z from 'zod/mini'
import { CheckoutPage } from './checkout-schemas.ts'
import { CouponCode } from './coupons-schemas.ts'
import { describe } from './describe.ts'
import { Email, Id, inputSchema, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'
import { PayerAccount } from './refunds-schemas.ts'
import { SubscriptionStatus } from './subscription-fields-schemas.ts'

/** Fields of a subscription by direct debit. */
export const subscriberFields = {
  name: describe(
    'Name of the payer, 2 to 60 characters. Required.',
    SingleLineText(60).check(z.minLength(2, messages.atLeast(2))),
  ),
  email: Email,
  ...PayerAccount.shape,
}

export const checkCoupon = {
  description:
    'Checks a code that a payer typed on the page of a plan. Returns the page with the coupon: `plan.discountKobo`, ' +
    '`plan.discountCharges` and the amount paid today; `coupon.id` is sent with `startPayment` or `subscribeByAccount`. 422 ' +
    '`coupon_refused` at `code`; 404 `payment_page_closed`; 429 `too_many_attempts` after many wrong codes.',
  input: inputSchema({ slug: SingleLineText(80), code: CouponCode }),
  output: CheckoutPage,
}

export const subscribeByAccount = {
  description:
    'Subscribes a payer to the plan of a payment link, paid by direct debit. The subscription is ' +
    '`pending` until the payer has consented at `mandateUrl` and their bank allows debits; then it starts ' +
    'and the first charge is made. A repeated call by the same payer with the same account returns the ' +
    'same pending subscription. 409 `cards_only` for links with custom fields, a phone number to collect ' +
    'or a payment limit, and for links without a plan; 404 `payment_page_closed`; 409 ' +
    '`subscription_changed` when an earlier request ended meanwhile; 422 `payer_refused` at `email`, ' +
    '`account_refused` or `account_unchecked` at `accountNumber`; 422 `coupon_refused` when the coupon cannot be ' +
    'redeemed; 429 `too_many_attempts`. The mandate allows the full price, which is charged once the discount ends.',
  input: inputSchema({
    slug: SingleLineText(80),
    couponId: describe('Coupon that reduces the price, from `checkCoupon`. Optional.', z.optional(Id)),
    ...subscriberFields,
  }),
  output: z.object({ status: SubscriptionStatus, mandateUrl: z.string() }),
}
