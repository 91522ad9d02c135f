import * as z from 'zod/mini'
import { InProgressKobo } from './attention-schemas.ts'
import { CheckoutState } from './checkout-schemas.ts'
import { describe } from './describe.ts'
import { inputSchema, Kobo, SingleLineText, Timestamp } from './fields.ts'
import { Interval } from './plans-schemas.ts'
import { AddOn, Discount, SubscriptionInvoiceStatus, SubscriptionStatus } from './subscription-fields-schemas.ts'
import { SubscriptionCard } from './subscriptions-schemas.ts'

export const PayerSubscription = describe(
  'Subscription as shown to its payer at `/pay/subscription/{accessCode}`; every email about it links ' +
    'there. The link is the only credential, so the page shows only what the payer already knows.',
  z.object({
    accessCode: z.string(),
    code: z.string(),
    mode: z.enum(['TEST', 'LIVE']),
    business: z.object({
      name: z.string(),
      logoUrl: z.nullable(z.string()),
      brandColor: z.nullable(z.string()),
      supportEmail: z.string(),
    }),
    planName: z.string(),
    quantity: describe('Number of units, such as seats.', z.int()),
    interval: Interval,
    amountKobo: describe('Price per period in kobo, before the discount.', Kobo),
    discount: describe('Discount of a coupon. Null without one, and once it is used up.', z.nullable(Discount)),
    addOns: describe('Extras that are charged with each period from the next one on.', z.array(AddOn)),
    setupFeeKobo: describe('Setup fee in kobo that the next charge includes. 0 when none is due.', Kobo),
    email: z.string(),
    status: SubscriptionStatus,
    isPaused: z.boolean(),
    resumesAt: describe(
      'Time at which it is resumed automatically. Null unless paused until a day.',
      z.nullable(Timestamp),
    ),
    isTrial: z.boolean(),
    card: describe('Card that is charged. Null when there is none.', z.nullable(SubscriptionCard)),
    account: describe(
      'Bank account that is debited instead of a card, with the URL of its mandate page. Null when there is none.',
      z.nullable(z.object({ bankName: z.string(), last4: z.string(), url: z.string() })),
    ),
    currentPeriodEndsAt: describe(
      'End of the current period. While `pending`, the time of subscribing.',
      z.nullable(Timestamp),
    ),
    nextPaymentAt: describe('Time of the next charge. Null when none is planned.', z.nullable(Timestamp)),
    nextPaymentKobo: describe('Amount of the next charge in kobo. Null when none is planned.', z.nullable(Kobo)),
    chargesLeft: describe('Number of charges left. Null for no limit.', z.nullable(z.int())),
    owed: describe(
      'Amount owed after a failed charge, the reason with its code, and whether a new card is needed. The code is null while ' +
        'the bank processes the charge. `changeCard` pays the amount. Null when nothing is owed.',
      z.nullable(
        z.object({ amountKobo: Kobo, code: z.nullable(z.string()), message: z.string(), needsNewCard: z.boolean() }),
      ),
    ),
    confirmation: describe(
      'Charge that the bank asks the holder of the card to confirm: the page on which they do, and until when. Nothing is ' +
        'charged before. Null when there is none.',
      z.nullable(z.object({ amountKobo: Kobo, expiresAt: Timestamp, url: z.string() })),
    ),
    inProgressKobo: InProgressKobo,
    cancelledAt: z.nullable(Timestamp),
    endedAt: z.nullable(Timestamp),
    subscribeAgainUrl: describe(
      'Page on which to subscribe to the plan again, once the subscription has ended. Null when the plan takes ' +
        'no new subscriptions.',
      z.nullable(z.string()),
    ),
    canCancel: z.boolean(),
    canChangeCard: z.boolean(),
    cardChange: describe(
      'Amount charged when the card is changed: the amount owed, or a card check that is refunded at once ' +
        '(`isGivenBack`).',
      z.object({ amountKobo: Kobo, isGivenBack: z.boolean() }),
    ),
    charges: describe(
      'Charges, newest first, at most 24.',
      z.array(
        z.object({
          startsAt: Timestamp,
          endsAt: Timestamp,
          dueKobo: Kobo,
          status: SubscriptionInvoiceStatus,
          paidAt: z.nullable(Timestamp),
        }),
      ),
    ),
  }),
)
export type PayerSubscription = z.infer<typeof PayerSubscription>

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{20,64}$/, 'This is not a subscription of ours'))

export const getPayerSubscription = {
  description: 'Subscription as its payer sees it, by access code. 404 `subscription_not_found`.',
  input: inputSchema({ accessCode: AccessCode }),
  output: PayerSubscription,
}

export const cancelPayerSubscription = {
  description:
    'Cancels the subscription at the end of the paid or free period, or at once when it is `pending`, ' +
    'money is owed or the period is over. 409 `subscription_ended` or `subscription_ending`.',
  input: inputSchema({
    accessCode: AccessCode,
    note: describe(
      'Reason, which the business sees, at most 200 characters. Optional.',
      z.optional(SingleLineText(200)),
    ),
  }),
  output: PayerSubscription,
}

export const changeCard = {
  description:
    'Starts a payment of `cardChange.amountKobo` to change the card. It continues with the access code in ' +
    'the response, by card only (`payByCard`, `answerBank`, `getCheckoutState`); when it succeeds, the ' +
    'subscription uses the new card. 409 `subscription_ended` unless the status is `active` or ' +
    "`attention`. A repeated call returns the payment in progress. Its page, to which the bank's 3-D " +
    "Secure page also returns: `/pay/subscription/{accessCode}?payment={the payment's access code}`.",
  input: inputSchema({ accessCode: AccessCode }),
  output: CheckoutState,
}
