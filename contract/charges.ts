import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import {
  ChargeKobo,
  Day,
  Email,
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  Paginated,
  Phone,
  paginationFields,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { isRedirect } from './payment-link-fields.ts'
import { PaymentRow, PaymentStatus } from './payments.ts'

/** What can be paid with on a page of ours; a direct debit needs a mandate first. */
export const hostedChannels = ['card', 'bank_transfer', 'ussd', 'qr', 'bank_account'] as const

/** The business's own name for a charge: an order number, say. It is good for one charge, for ever. */
export const ChargeReference = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._=-]{0,63}$/, 'Use up to 64 letters, digits and . _ = -'))

/** While one writes one's server, it stands on one's own machine. Refused in live mode. */
export const isLocal = (text: string) =>
  URL.canParse(text) && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(new URL(text).href)

const Callback = z.string().check(
  z.maxLength(500, 'Use at most 500 characters'),
  z.refine(
    (text) => isRedirect(text) || isLocal(text),
    'Use a whole address that begins with https://, or in test mode http://localhost',
  ),
)

export const chargeMetadataMaximum = 30
const MetadataKey = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, 'Use up to 40 letters, digits and _ . -, beginning with a letter'),
  z.refine((key) => !(key in {}), 'Use another key'),
)
/** What a business wants to find again with a charge. The payer does not see it. */
export const ChargeMetadata = z
  .record(
    MetadataKey,
    z.union([z.string().check(z.maxLength(500, 'Use at most 500 characters')), z.number(), z.boolean()]),
  )
  .check(
    z.refine((given) => Object.keys(given).length <= chargeMetadataMaximum, 'Use at most 30 keys'),
    z.refine((given) => !/[\0\p{Cs}]/u.test(Object.values(given).join('')), 'Use text'),
  )

const minutes = (days: number) => days * 24 * 60
export const NewCharge = inputSchema({
  /** What is to be paid, in kobo, before any fee that the payer bears. */
  amountKobo: ChargeKobo,
  /** Who pays: she is a customer from then on, and gets the receipt. */
  email: Email,
  name: z.optional(SingleLineText(100)),
  phone: z.optional(Phone),
  /** Left out, one is made. */
  reference: z.optional(ChargeReference),
  /** What it is for, as the payer reads it. */
  description: z.optional(SingleLineText(100)),
  /** Where the payer goes after paying; `reference` is added to it. It does not prove anything: verify the charge. */
  callbackUrl: z.optional(Callback),
  /** Left out, every channel is offered. */
  channels: z.optional(z.array(z.enum(hostedChannels)).check(z.minLength(1, 'Name one channel at least'))),
  /** Left out, the merchant. */
  feeBearer: z.optional(FeeBearer),
  metadata: z.optional(ChargeMetadata),
  /** By what it is shared: a split's id. */
  splitId: z.optional(z.nullable(Id)),
  /** How long it can be paid: from five minutes to thirty days, a day where it is left out. */
  expiresInMinutes: z.optional(
    z
      .int('Use whole minutes')
      .check(z.minimum(5, 'Use at least 5 minutes'), z.maximum(minutes(30), 'Use at most 30 days')),
  ),
})

/** The try that decides what became of a charge: the one that was paid, else the one under way, else the last. */
export const ChargePayment = z.extend(PaymentRow, {
  paidAt: z.nullable(Timestamp),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
})

/** One amount asked of one payer by the business's own server. */
export const Charge = z.object({
  id: Id,
  reference: z.string(),
  /**
   * `pending` as long as it can be paid, also after a try that failed. Once its time is over: `failed` or `abandoned`, as
   * the last try was. Paid, it is what its payment is: `success`, or what became of that since.
   */
  status: PaymentStatus,
  amountKobo: Kobo,
  currency: z.literal('NGN'),
  email: z.string(),
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  feeBearer: FeeBearer,
  channels: z.array(z.enum(hostedChannels)),
  callbackUrl: z.nullable(z.string()),
  splitId: z.nullable(Id),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Where to send the payer: the hosted checkout. */
  authorizationUrl: z.string(),
  payment: z.nullable(ChargePayment),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Charge = z.infer<typeof Charge>

const { get, create } = endpointsFor('collections', 'merchant')

/**
 * Asks one payer for one amount, and answers where to send her. The same `reference` with the same body again answers the
 * same charge; with another body it is refused with 409 `duplicate_reference`.
 */
export const initialiseCharge = create('charges/initialise', NewCharge, Charge)
/** What became of a charge. Ask before you deliver: who comes back to your address need not have paid. */
export const verifyCharge = get('charges/verify/:reference', inputSchema({ reference: ChargeReference }), Charge)
/** Newest first. `from` and `to` are Lagos days, both included. */
export const listCharges = get(
  'charges',
  inputSchema({ ...paginationFields, email: z.optional(Email), from: z.optional(Day), to: z.optional(Day) }),
  Paginated(Charge),
)

/** The public key of a business: `pk_test_…` or `pk_live_…`. */
const PublicKey = z.string().check(z.regex(/^pk_(test|live)_\w{38}$/, 'This is not a public key'))
/**
 * What a page of the business's own asks of its payer, by the public key, which anybody can read there. Anybody can therefore
 * ask for any amount: the business's server verifies the charge before it delivers. The same reference with the same
 * body again answers the same charge.
 */
export const askInPage = endpointsFor('collections', 'public').create(
  'checkout/charges',
  inputSchema({
    key: PublicKey,
    email: Email,
    amountKobo: ChargeKobo,
    reference: z.optional(ChargeReference),
    /** What it is for, as the payer reads it. */
    description: z.optional(SingleLineText(100)),
  }),
  z.object({
    reference: z.string(),
    /** What opens the checkout of this charge. */
    accessCode: z.string(),
    url: z.string(),
  }),
)
