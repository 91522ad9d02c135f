import * as z from 'zod/mini'
import { CheckoutState } from './checkout.ts'
import { endpointsFor } from './endpoint.ts'
import { Email, inputSchema, Kobo, SingleLineText, Timestamp } from './fields.ts'
import { messages } from './messages.ts'
import { Interval } from './plan-fields.ts'
import { PayerAccount } from './refund-form.ts'
import { SavedCard, SubscriptionStatus } from './subscriptions.ts'

/**
 * A subscription as its payer sees it, at `/pay/subscription/{accessCode}`: every mail about it links there. Whoever has
 * the link is the payer, so it says nothing that she does not know.
 */
export const PayerSubscription = z.object({
  accessCode: z.string(),
  code: z.string(),
  mode: z.enum(['TEST', 'LIVE']),
  business: z.object({ name: z.string(), logoUrl: z.nullable(z.string()), supportEmail: z.string() }),
  planName: z.string(),
  interval: Interval,
  amountKobo: Kobo,
  email: z.string(),
  status: SubscriptionStatus,
  isPaused: z.boolean(),
  isTrial: z.boolean(),
  card: z.nullable(SavedCard),
  /** The bank account that is debited instead of a card, and where its mandate stands. */
  account: z.nullable(z.object({ bankName: z.string(), last4: z.string(), url: z.string() })),
  currentPeriodEndsAt: z.nullable(Timestamp),
  nextPaymentAt: z.nullable(Timestamp),
  nextPaymentKobo: z.nullable(Kobo),
  /** How many charges are still to come; null where it goes on. */
  chargesLeft: z.nullable(z.int()),
  /** What could not be charged, why, and whether another card is needed. Paying it (`changeCard`) puts things right. */
  owed: z.nullable(z.object({ amountKobo: Kobo, message: z.string(), needsNewCard: z.boolean() })),
  cancelledAt: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
  canCancel: z.boolean(),
  canChangeCard: z.boolean(),
  /** What changing the card charges: what is owed, or a check of the card that is given back at once. */
  cardChange: z.object({ amountKobo: Kobo, isGivenBack: z.boolean() }),
  /** Charges, newest first, at most 24. */
  charges: z.array(
    z.object({
      startsAt: Timestamp,
      endsAt: Timestamp,
      dueKobo: Kobo,
      status: z.enum(['pending', 'success', 'failed']),
      paidAt: z.nullable(Timestamp),
    }),
  ),
})
export type PayerSubscription = z.infer<typeof PayerSubscription>

/** How a payer subscribes whose bank account is to be debited. */
export const subscriberFields = {
  name: SingleLineText(60).check(z.minLength(2, messages.atLeast(2))),
  email: Email,
  ...PayerAccount.shape,
}

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{20,64}$/, 'This is not a subscription of ours'))
const { get, post, create } = endpointsFor('collections', 'public')

/**
 * Subscribes a payer to the plan of a payment link, to be paid by direct debit. The subscription is `pending` until the
 * payer has agreed at `mandateUrl` and her bank takes debits; then it begins, and the first charge is made. Asked for
 * again while it is pending, by the same payer with the same account, it is the same one. Links that ask further
 * questions or take only so many payments are for cards alone.
 */
export const subscribeByAccount = create(
  'checkout/pages/:slug/subscriptions',
  inputSchema({ slug: SingleLineText(80), ...subscriberFields }),
  z.object({ status: SubscriptionStatus, mandateUrl: z.string() }),
)
export const getPayerSubscription = get(
  'checkout/subscriptions/:accessCode',
  inputSchema({ accessCode: AccessCode }),
  PayerSubscription,
)
/** Ends it with the period that is paid or free; at once where something is owed. */
export const cancelPayerSubscription = post(
  'checkout/subscriptions/:accessCode/cancel',
  inputSchema({ accessCode: AccessCode, note: z.optional(SingleLineText(200)) }),
  PayerSubscription,
)
/**
 * Begins a payment of `cardChange.amountKobo`. Its own access code then goes on as any payment does, by card alone
 * (`payByCard`, `answerBank`, `getCheckoutState`); with its success the card is the subscription's. While one is begun and
 * not ended it is answered again. On the page: `/pay/subscription/{accessCode}?payment={the payment's}`, to where the
 * bank's own page (3-D Secure) returns too.
 */
export const changeCard = create(
  'checkout/subscriptions/:accessCode/card',
  inputSchema({ accessCode: AccessCode }),
  CheckoutState,
)
