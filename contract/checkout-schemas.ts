import * as z from 'zod/mini'
import { CustomFields, CustomFieldValues } from './custom-fields-schemas.ts'
import { describe } from './describe.ts'
import { ChargeKobo, Email, FeeBearer, Id, inputSchema, Kobo, Phone, SingleLineText, Timestamp } from './fields.ts'
import { InvoiceSheet } from './invoice-sheet-schemas.ts'
import { limits } from './limits.ts'
import { BankCode, CardDetails, PayerAccount } from './payment-form-schemas.ts'
import { LinkQuantity } from './payment-link-form-schemas.ts'
import { Channel, PaymentStatus } from './payments-schemas.ts'
import { PlanSheet } from './plans-schemas.ts'
import { Price } from './prices-schemas.ts'
import { Outcome } from './simulated-payment-schemas.ts'

export const CheckoutPage = describe(
  'Payment page before the payment starts.',
  z.object({
    slug: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    businessName: z.string(),
    logoUrl: z.nullable(z.string()),
    brandColor: describe('Brand colour of the business, `#RRGGBB`. Null if not given.', z.nullable(z.string())),
    picture: describe(
      'Picture of the payment link, 1200 × 800 pixels. Null without one, and for other pages.',
      z.nullable(z.object({ url: z.string(), altText: z.string() })),
    ),
    supportEmail: z.nullable(z.string()),
    mode: z.enum(['TEST', 'LIVE']),
    amountKobo: describe('Amount in kobo. Null when the payer chooses the amount.', z.nullable(Kobo)),
    minimumKobo: describe(
      'Minimum amount in kobo that the payer may enter. Null for no minimum of its own: 10000 applies.',
      z.nullable(Kobo),
    ),
    quantity: describe(
      'Number of units that the payer may choose; `amountKobo` is then the price of one, and `maximum` no more than are left. Null when it ' +
        'is always one.',
      z.nullable(z.object({ minimum: z.int(), maximum: z.int() })),
    ),
    feeBearer: FeeBearer,
    prices: describe(
      'Different prices of the offered channels, if the payer bears the fee; empty otherwise. The amount to pay is ' +
        'sufficient at each of them.',
      z.array(Price),
    ),
    fields: describe('Custom fields that the payer fills in.', CustomFields),
    collectPhone: describe('Whether the payer must give a phone number.', z.boolean()),
    hasThanks: describe('Whether there is a success message or a redirect URL after payment.', z.boolean()),
    channels: describe('Payment channels offered, those that work best at the moment first.', z.array(Channel)),
    unhealthyChannels: describe(
      'Offered channels that do not work well at the moment: payments are slow, or often fail.',
      z.array(z.object({ channel: Channel, state: z.enum(['slow', 'failing']) })),
    ),
    coupon: describe(
      'Coupon that reduces the price of the plan, with the code that the payer typed. Null without one.',
      z.nullable(z.object({ id: Id, code: z.string() })),
    ),
    cardPage: describe("Whether cards are typed on the processor's page instead of this one.", z.boolean()),
    plan: describe(
      'Plan of a subscription page; `amountKobo` is then the amount paid today. Null for other pages.',
      z.nullable(PlanSheet),
    ),
    invoice: describe(
      'Invoice of an invoice page; `slug` is then the invoice reference. Null for other pages.',
      z.nullable(InvoiceSheet),
    ),
    saveCardConsent: describe(
      'What the payer agrees to by paying with a card: the business saves it. Null when cards are not saved.',
      z.nullable(z.string()),
    ),
    isCharge: describe('Whether the page is for a charge: payer and amount are then fixed.', z.boolean()),
  }),
)
export type CheckoutPage = z.infer<typeof CheckoutPage>

export const CheckoutStep = z.enum([
  'select_channel',
  'enter_card',
  'send_pin',
  'send_otp',
  'send_phone',
  'send_birthday',
  'open_url',
  'pay_offline',
  'pending',
  'success',
  'failed',
])
export type CheckoutStep = z.infer<typeof CheckoutStep>

export const CheckoutState = describe(
  'State of one payment as shown to the payer.',
  z.object({
    accessCode: describe(
      "Access code of the payment, the payer's only credential. It gives access to this payment only.",
      z.string(),
    ),
    reference: z.string(),
    status: PaymentStatus,
    step: describe('Next step of the checkout.', CheckoutStep),
    channel: describe('Payment channel. Null until the payer has chosen one.', z.nullable(Channel)),
    email: z.string(),
    phone: describe(
      'Phone number of the payer. Null if it was not given, and once the payment is paid.',
      z.nullable(z.string()),
    ),
    fields: describe(
      "Payer's values of the custom fields, by key. Empty once the payment is paid.",
      z.record(z.string(), z.string()),
    ),
    quantity: describe('Number of units; 1 unless the payer chose it.', z.int()),
    priceKobo: describe('Price of all units in kobo, before a fee that the payer bears.', Kobo),
    amountKobo: describe('Amount to pay in kobo: the price, plus fee and VAT when the payer bears the fee.', Kobo),
    failure: describe(
      'Reason the last step failed; `step` shows whether the payer can try again. Null without a failure.',
      z.nullable(z.object({ code: z.string(), message: z.string() })),
    ),
    triesLeft: describe('Attempts left for the current bank challenge. Null without a challenge.', z.nullable(z.int())),
    card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
    openUrl: describe(
      "URL of the bank's authentication page (3-D Secure) to which the payer must be redirected. Null when " +
        'not needed.',
      z.nullable(z.string()),
    ),
    transfer: describe(
      'Account number to transfer to, and its expiry. Null for other channels.',
      z.nullable(
        z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string(), expiresAt: Timestamp }),
      ),
    ),
    ussd: describe(
      'USSD code to dial, and its bank. Null for other channels.',
      z.nullable(z.object({ bankName: z.string(), code: z.string(), expiresAt: Timestamp })),
    ),
    qr: describe(
      'QR code to scan: its text content, and the image as a data URL. Null for other channels.',
      z.nullable(z.object({ content: z.string(), image: z.string(), expiresAt: Timestamp })),
    ),
    account: describe(
      "Payer's bank account that is debited. Null for other channels.",
      z.nullable(z.object({ bankName: z.string(), last4: z.string() })),
    ),
    returned: describe(
      'Last transfer returned to its sender, with the reason; the status of the payment need not change. ' +
        'Null when none was returned.',
      z.nullable(z.object({ amountKobo: Kobo, reason: z.string() })),
    ),
    paidAt: z.nullable(Timestamp),
    expiresAt: describe('Time after which the payment can no longer be paid.', Timestamp),
  }),
)
export type CheckoutState = z.infer<typeof CheckoutState>

export const Payer = z.object({
  /** Email address of the payer; the receipt goes there. */
  email: Email,
  name: z.optional(SingleLineText(100)),
  /**
   * Amount in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required when the payer chooses the amount of a
   * payment link; optional for an invoice with part payment (default: the amount owed). Otherwise leave it out.
   */
  amountKobo: z.optional(ChargeKobo),
  /** Number of units, if the payment link lets the payer choose it. Default: its minimum. */
  quantity: z.optional(LinkQuantity),
  /** Nigerian phone number, in any format. Required when the page collects it. */
  phone: z.optional(Phone),
  /** Values of the custom fields, by key. In an HTML form each is a control named `fields.<key>`. */
  fields: z.optional(CustomFieldValues),
})

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{20,64}$/, 'This is not a payment of ours'))

export const getCheckoutPage = {
  description:
    'Payment page of a payment link, a charge or an invoice, by slug. 404 `payment_page_closed` when it ' +
    'does not exist in this mode or takes no payments.',
  input: inputSchema({ slug: SingleLineText(80) }),
  output: CheckoutPage,
}

export const startPayment = {
  description:
    'Starts a payment on a payment page. `checkoutId` is a UUID made by the page; it groups the payment ' +
    'attempts of one payer at one purchase: a pending payment with the same `checkoutId`, email, quantity and price ' +
    'is returned again. For a charge, payer and amount come from the charge. 404 `payment_page_closed` or ' +
    '`invoice_not_found`; 409 `invoice_closed`, `charge_paid`, `payment_in_progress` or ' +
    '`payment_places_taken`, at `quantity` when fewer units are left; 409 `price_changed` at another `termsVersion`; 422 at `quantity` outside the range of the page; 422 `payer_refused` at `email` for a blacklisted customer; 422 `coupon_refused` when the ' +
    'coupon cannot be redeemed; 429 ' +
    '`too_many_attempts`.',
  input: z.strictObject({
    slug: SingleLineText(80),
    checkoutId: Id,
    /** Coupon that reduces the price of a plan, from `checkCoupon`. */
    couponId: z.optional(Id),
    termsVersion: describe(
      '`plan.termsVersion` of the page on which the payer agrees to the price of a plan: 409 `price_changed` if it is another one by now. Optional.',
      z.optional(z.string().check(z.maxLength(100))),
    ),
    ...Payer.shape,
  }),
  output: CheckoutState,
}

export const getCheckoutState = {
  description: 'Current state of a payment, by access code. 404 `payment_not_found`.',
  input: inputSchema({ accessCode: AccessCode }),
  output: CheckoutState,
}

export const Thanks = describe(
  'Success message and redirect URL after payment. Each is null when not set. The redirect URL has the ' +
    'query parameter `reference`: of the charge, or of the payment for a payment link.',
  z.object({ message: z.nullable(z.string()), redirectUrl: z.nullable(z.string()) }),
)
export type Thanks = z.infer<typeof Thanks>

export const getThanks = {
  description: 'Success message and redirect URL of a payment. 409 `not_paid` until it is paid.',
  input: inputSchema({ accessCode: AccessCode }),
  output: Thanks,
}

export const payByCard = {
  description:
    'Charges a card. `step` in the response is what the bank requires next. 422 `card_refused` at ' +
    '`number`, or `test_card` for a test card in Live Mode; 429 `too_many_attempts`. As for every payment ' +
    'channel: 409 `payment_expired`, `payment_in_progress` or `payment_over` when the payment cannot be ' +
    'paid now, `channel_refused` when the charge does not offer the channel, `card_only` for a ' +
    'subscription, `invoice_closed` or `invoice_being_paid` for an invoice, `charge_paid` for a charge, ' +
    '`payment_places_taken` for a payment link with a limit, `coupon_used_up` for a coupon with one.',
  input: z.strictObject({ accessCode: AccessCode, ...CardDetails.shape }),
  output: CheckoutState,
}

export const answerBank = {
  description:
    "Sends the payer's answer to a bank challenge: PIN, one-time password, phone number or birthday. 409 " +
    '`not_asked` when the bank requires something else, `already_answered` when `triesLeft` is out of ' +
    'date, `no_attempts_left`. 422 at `answer` for a wrong format, which does not count as an attempt.',
  input: inputSchema({
    accessCode: AccessCode,
    question: describe('Challenge that is answered.', z.enum(['pin', 'otp', 'phone', 'birthday'])),
    answer: describe(
      'Digits, or a date such as 1990-08-25 for the birthday.',
      z.string().check(z.trim(), z.regex(/^(\+?\d{4,15}|\d{4}-\d\d-\d\d)$/, 'Enter digits only')),
    ),
    triesLeft: describe(
      '`triesLeft` from the state that showed the challenge. Optional. A form submitted twice then counts ' +
        'as one attempt: the second gets 409 `already_answered`.',
      z.optional(z.int()),
    ),
  }),
  output: CheckoutState,
}

export const openCardPage = {
  description:
    'Opens the card page of the processor, in Live Mode where cards are not typed on the checkout page (`cardPage`). The payer must be ' +
    'redirected to `openUrl`, and comes back to the checkout page.',
  input: inputSchema({ accessCode: AccessCode }),
  output: CheckoutState,
}

export const payByTransfer = {
  description:
    'Opens an account number for exactly this payment, valid for 30 minutes. A repeated call returns the ' +
    'same account number.',
  input: inputSchema({ accessCode: AccessCode }),
  output: CheckoutState,
}

export const payByUssd = {
  description:
    'Creates a USSD code for the chosen bank, valid for 10 minutes. A repeated call returns the same code ' +
    'while it is valid. 422 at `bankCode` for a bank without USSD.',
  input: inputSchema({ accessCode: AccessCode, bankCode: BankCode }),
  output: CheckoutState,
}

export const payByQr = {
  description:
    'Creates a QR code to scan with a banking app, valid for 10 minutes. A repeated call returns the same ' +
    'code while it is valid.',
  input: inputSchema({ accessCode: AccessCode }),
  output: CheckoutState,
}

export const payByAccount = {
  description:
    "Debits the payer's bank account. `step` in the response is what the bank requires next. 422 at " +
    '`bankCode` or `accountNumber`, `account_refused`, or `test_account` for a test account in Live Mode. ' +
    '429 `too_many_attempts` after five debits of one account in 15 minutes in Live Mode.',
  input: z.strictObject({ accessCode: AccessCode, ...PayerAccount.shape }),
  output: CheckoutState,
}

/**
 * Amount of a simulated transfer in kobo: any amount, including wrong ones. The upper limit fits the highest price
 * plus a fee.
 */
const TransferKobo = z.int().check(z.minimum(1), z.maximum(2 * limits.chargeMaximumKobo))

export const simulateTransfer = {
  description:
    'Test Mode only (403 in Live Mode). Simulates a bank transfer to an account number that the sandbox ' +
    'created. `reason` is null for an accepted transfer. 422 `account_not_found` at `accountNumber`.',
  input: inputSchema({ accountNumber: z.string().check(z.regex(/^\d{10}$/, 'Ten digits')), amountKobo: TransferKobo }),
  output: z.object({ outcome: z.enum(['accepted', 'returned']), reason: z.nullable(z.string()) }),
}

export const simulateOutcome = {
  description:
    'Test Mode only (403 in Live Mode). Simulates an outcome of a payment; `note` describes the result. ' +
    '409 `nothing_to_play` when a transfer has no account number yet, or when nothing can expire. 404 ' +
    '`payment_not_found`.',
  input: inputSchema({ accessCode: AccessCode, outcome: Outcome }),
  output: z.object({ note: z.string(), state: CheckoutState }),
}
