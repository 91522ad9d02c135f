import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, Kobo, Timestamp } from './fields.ts'
import { SettlementStatus } from './settlements-schemas.ts'

// Fields of a payment that belong to its settlement. Not in one object: bundlers keep what is spread in every script.
export const settlement = describe(
  'Settlement that pays out the payment. Null until the settlement of its day is created.',
  z.nullable(z.object({ id: Id, reference: z.string(), status: SettlementStatus, dueOn: Day, day: Day })),
)
export const expectedSettlementOn = describe(
  'Lagos day on which a settlement is expected to pay out the payment: the next payout day after it ' +
    'succeeded, or the day of the next attempt. Null when it is paid out, was not paid, was refunded, and ' +
    'while payouts are on hold.',
  z.nullable(Day),
)
export const settlementHold = describe(
  'Reason why the payment is not paid out now, and what to do. Null when payouts are not on hold.',
  z.nullable(z.string()),
)

/** The saved card of a payment of a charge. */
export const paymentSavedCard = describe(
  'Card that the payment saved with the consent of the payer, or charged. `reusable`: you can charge it; false once ' +
    'it is removed. Null for payments without a charge, and when no card was saved.',
  z.nullable(z.object({ id: Id, reusable: z.boolean() })),
)
export const paymentCoupon = describe(
  'Coupon that reduced this payment of a subscription, and its discount in kobo. Null when there is none.',
  z.nullable(z.object({ id: Id, name: z.string(), discountKobo: Kobo })),
)
export const paymentInvoice = describe(
  'Invoice that the payment pays. Null when there is none.',
  z.nullable(z.object({ id: Id, number: z.string() })),
)
export const paymentMandate = describe(
  'Direct debit mandate used. Null for other channels.',
  z.nullable(z.object({ slug: z.string(), reference: z.string() })),
)
export const paymentSubscription = describe(
  'Subscription that the payment belongs to, with the plan that was paid for. `isCardCheck`: the payment only checked a card and ' +
    'was refunded at once. `setupFeeKobo`: setup fee in kobo that the amount includes, 0 for none. Null when there is none.',
  z.nullable(
    z.object({
      id: Id,
      code: z.string(),
      planId: Id,
      planName: z.string(),
      isCardCheck: z.boolean(),
      setupFeeKobo: Kobo,
    }),
  ),
)
export const paymentReceiptUrl = describe(
  'URL of the receipt, which anyone with it can read; with `/pdf` at its end, of the PDF. Null until the ' +
    'payment succeeded, and for card checks.',
  z.nullable(z.string()),
)
export const paymentConfirmation = describe(
  'Page on which the holder of a saved card confirms this charge, as the bank asks, and until when. They have the link by ' +
    'email. Null when nothing waits for that.',
  z.nullable(z.object({ url: z.string(), expiresAt: Timestamp })),
)
