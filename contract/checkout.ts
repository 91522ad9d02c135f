import * as z from 'zod/mini'
import { CustomFields, CustomFieldValues } from './custom-fields.ts'
import { endpointsFor } from './endpoint.ts'
import { ChargeKobo, Day, Email, FeeBearer, Id, inputSchema, Kobo, Phone, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { Channel, PaymentStatus } from './payments.ts'
import { PlanSheet } from './plan-fields.ts'

/** An invoice as its customer reads it. */
export const InvoiceSheet = z.object({
  reference: z.string(),
  number: z.string(),
  status: z.enum(['pending', 'partially_paid', 'paid', 'overdue', 'cancelled']),
  issuedAt: Timestamp,
  dueOn: Day,
  paidAt: z.nullable(Timestamp),
  business: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
  }),
  customer: z.object({ name: z.nullable(z.string()), email: z.string() }),
  lines: z.array(z.object({ description: z.string(), quantity: z.number(), unitPriceKobo: Kobo, amountKobo: Kobo })),
  subtotalKobo: Kobo,
  discountKobo: Kobo,
  taxBasisPoints: z.int(),
  taxKobo: Kobo,
  totalKobo: Kobo,
  paidKobo: Kobo,
  /** What of it went back, and when last. */
  refundedKobo: Kobo,
  refundedAt: z.nullable(Timestamp),
  /** What is still to be paid. */
  owedKobo: Kobo,
  partPayment: z.boolean(),
  note: z.nullable(z.string()),
  pdfUrl: z.string(),
})
export type InvoiceSheet = z.infer<typeof InvoiceSheet>

/** What the hosted page shows before anyone pays. */
export const CheckoutPage = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  businessName: z.string(),
  logoUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  mode: z.enum(['TEST', 'LIVE']),
  /** Null where the payer chooses. */
  amountKobo: z.nullable(Kobo),
  /** The least the payer may choose; null where any amount will do. */
  minimumKobo: z.nullable(Kobo),
  feeBearer: FeeBearer,
  /** What else the payer is asked. */
  fields: CustomFields,
  collectPhone: z.boolean(),
  /** Whether there is something to read, or somewhere to go, after paying. */
  hasThanks: z.boolean(),
  channels: z.array(Channel),
  /** On a page that subscribes; `amountKobo` above is then what is paid today. */
  plan: z.nullable(PlanSheet),
  /** On the page of an invoice, whose reference stands in the place of the slug. */
  invoice: z.nullable(InvoiceSheet),
  /** On the page of a charge: who pays is known, and so is how much. */
  isCharge: z.boolean(),
})
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

/** Where one payment stands, as its payer sees it. */
export const CheckoutState = z.object({
  /** The payer's key to this payment. It opens this payment and nothing else. */
  accessCode: z.string(),
  reference: z.string(),
  status: PaymentStatus,
  step: CheckoutStep,
  channel: z.nullable(Channel),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** What this payer answered, by the fields' keys. */
  fields: z.record(z.string(), z.string()),
  priceKobo: Kobo,
  /** What the payer pays: the price, and the fee where the payer bears it. */
  amountKobo: Kobo,
  /** Why the last step did not go through; the step says whether it may be tried again. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** How often the present question may still be answered. */
  triesLeft: z.nullable(z.int()),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Where the bank asks on its own page: send the payer there. */
  openUrl: z.nullable(z.string()),
  transfer: z.nullable(
    z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string(), expiresAt: Timestamp }),
  ),
  /** What to dial, with which bank. */
  ussd: z.nullable(z.object({ bankName: z.string(), code: z.string(), expiresAt: Timestamp })),
  /** What to scan: the text that the picture holds, and the picture as the address of an image. */
  qr: z.nullable(z.object({ content: z.string(), image: z.string(), expiresAt: Timestamp })),
  /** The payer's own account that is debited. */
  account: z.nullable(z.object({ bankName: z.string(), last4: z.string() })),
  /** The last transfer that went back to its sender, and why; the payment itself may stand as it stood. */
  returned: z.nullable(z.object({ amountKobo: Kobo, reason: z.string() })),
  paidAt: z.nullable(Timestamp),
  expiresAt: Timestamp,
})
export type CheckoutState = z.infer<typeof CheckoutState>

export const Payer = z.object({
  email: Email,
  name: z.optional(SingleLineText(100)),
  /** Only where the payer chooses the amount. */
  amountKobo: z.optional(ChargeKobo),
  /** Where the page asks for it. */
  phone: z.optional(Phone),
  /** Answers to what else the page asks. In a form of HTML each is a control named `fields.<key>`. */
  fields: z.optional(CustomFieldValues),
})

const cardDigits = z.string().check(
  z.regex(/^[\d ]*$/, 'A card number has digits only'),
  z.refine((text) => isLuhn(text.replaceAll(' ', '')), 'This card number is not complete, or a digit is wrong'),
)
export const CardDetails = z.object({
  number: cardDigits,
  expiryMonth: z
    .int('Use a month')
    .check(z.minimum(1, 'Use a month from 01 to 12'), z.maximum(12, 'Use a month from 01 to 12')),
  expiryYear: z.int('Use a year').check(z.minimum(2000, 'Use a year like 29'), z.maximum(2099, 'Use a year like 29')),
  cvv: z.string().check(z.regex(/^\d{3,4}$/, 'The CVV is the 3 digits on the back of the card')),
})

/** Whether 13 to 19 digits pass the check every card number passes. */
export function isLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    let digit = Number(digits[digits.length - 1 - index])
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}

/** The scheme of a card, from its first digits. */
export function cardBrand(digits: string): 'visa' | 'mastercard' | 'verve' | 'amex' | 'unknown' {
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  if (/^(506[01]|507[89]|6500)/.test(digits)) return 'verve'
  if (/^3[47]/.test(digits)) return 'amex'
  return 'unknown'
}

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{20,64}$/, 'This is not a payment of ours'))
const { get, post, create } = endpointsFor('collections', 'public')

export const getCheckoutPage = get('checkout/pages/:slug', inputSchema({ slug: SingleLineText(80) }), CheckoutPage)

/** Starts a payment. `checkoutId`, made by the page, ties the tries of one payer at one purchase together. */
export const startPayment = create(
  'checkout/pages/:slug/payments',
  z.strictObject({ slug: SingleLineText(80), checkoutId: Id, ...Payer.shape }),
  CheckoutState,
)
export const getCheckoutState = get(
  'checkout/payments/:accessCode',
  inputSchema({ accessCode: AccessCode }),
  CheckoutState,
)

/** What the business says to who has paid, and where it asks her to go on. */
export const Thanks = z.object({ message: z.nullable(z.string()), redirectUrl: z.nullable(z.string()) })
export type Thanks = z.infer<typeof Thanks>
/** Refused until the payment is paid. */
export const getThanks = get('checkout/payments/:accessCode/thanks', inputSchema({ accessCode: AccessCode }), Thanks)
/** Charges a card. The answer's step says what the bank asks next. */
export const payByCard = post(
  'checkout/payments/:accessCode/card',
  z.strictObject({ accessCode: AccessCode, ...CardDetails.shape }),
  CheckoutState,
)
/** Answers what the bank asked: the PIN, the one-time password, the phone number it goes to, or the birthday. */
export const answerBank = post(
  'checkout/payments/:accessCode/answer',
  inputSchema({
    accessCode: AccessCode,
    question: z.enum(['pin', 'otp', 'phone', 'birthday']),
    /** Digits, or for the birthday a date like 1990-08-25. */
    answer: z.string().check(z.trim(), z.regex(/^(\+?\d{4,15}|\d{4}-\d\d-\d\d)$/, 'Enter digits only')),
    /** As the question showed it: the same form sent twice is then one try, and the second changes nothing. */
    triesLeft: z.optional(z.int()),
  }),
  CheckoutState,
)
/** Opens an account number that takes exactly this payment, for 30 minutes. Asked again, it answers the same account. */
export const payByTransfer = post(
  'checkout/payments/:accessCode/transfer',
  inputSchema({ accessCode: AccessCode }),
  CheckoutState,
)

const BankCode = z.string(messages.bankRequired).check(z.regex(/^\w{3,8}$/, messages.bankRequired))
/** Gives a code to dial with the bank that is named, good for ten minutes. Asked again, it answers the same code. */
export const payByUssd = post(
  'checkout/payments/:accessCode/ussd',
  inputSchema({ accessCode: AccessCode, bankCode: BankCode }),
  CheckoutState,
)
/** Gives a picture to scan with a bank's app, good for ten minutes. Asked again, it answers the same picture. */
export const payByQr = post('checkout/payments/:accessCode/qr', inputSchema({ accessCode: AccessCode }), CheckoutState)
export const PayerAccount = z.object({
  bankCode: BankCode,
  accountNumber: z.string().check(z.trim(), z.regex(/^\d{10}$/, 'An account number has 10 digits')),
})
/** Debits the payer's own account. The answer's step says what the bank asks next. */
export const payByAccount = post(
  'checkout/payments/:accessCode/account',
  z.strictObject({ accessCode: AccessCode, ...PayerAccount.shape }),
  CheckoutState,
)

/** What a person may send: any sum, also one that no price comes to. A fee on top of the highest price fits. */
const TransferKobo = z.int().check(z.minimum(1), z.maximum(2 * limits.chargeMaximumKobo))

/** Test mode only: plays the bank that carries a transfer to an account number the sandbox gave out. */
export const simulateTransfer = post(
  'sandbox/transfers',
  inputSchema({ accountNumber: z.string().check(z.regex(/^\d{10}$/, 'Ten digits')), amountKobo: TransferKobo }),
  z.object({ outcome: z.enum(['accepted', 'returned']), reason: z.nullable(z.string()) }),
)

/** How long after its account number expired a transfer that was sent before may still arrive. */
export const transferGraceMs = 10 * 60_000
/** How long a USSD or QR code can be paid. */
export const offlineWindowMs = 10 * 60_000

/** What may become of a payment that waits for its payer: a transfer of the exact amount, of less, of more, twice, after its
 * account number expired, or sent before and arriving after; a code confirmed or declined; nothing, until it is too late. */
export const Outcome = z.enum([
  'exact',
  'short',
  'over',
  'twice',
  'late',
  'in_flight',
  'approve',
  'decline',
  'time_out',
])
export type Outcome = z.infer<typeof Outcome>

/** Test mode only: plays an outcome, and says what came of it. */
export const simulateOutcome = post(
  'sandbox/payments/:accessCode/outcome',
  inputSchema({ accessCode: AccessCode, outcome: Outcome }),
  z.object({ note: z.string(), state: CheckoutState }),
)
