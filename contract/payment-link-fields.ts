import * as z from 'zod/mini'
import { CustomFields } from './custom-fields.ts'
import { ChargeKobo, Email, FeeBearer, Id, inputSchema, MultilineText, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Name of a payment link, 3 to 60 characters. The page's URL is made from it when no `slug` is given. */
export const linkName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

export const paymentLimitMaximum = 10_000

/**
 * Whether a URL is allowed as redirect: absolute, https, without a user name or password. Excludes `javascript:`,
 * `file:` and `mailto:` URLs.
 */
export const isRedirect = (text: string) => {
  const url = /^https:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
}
const Redirect = SingleLineText(500).check(z.refine(isRedirect, 'Use a whole address that begins with https://'))

const Limit = z
  .int('Use a whole number')
  .check(z.minimum(1, 'Use at least 1'), z.maximum(paymentLimitMaximum, 'Use at most 10,000'))

/** Options of a payment link. In an edit, an absent option is unchanged; null, where allowed, removes it. */
export const linkOptions = {
  /**
   * Minimum amount in kobo that the payer may enter: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Optional; only
   * when the payer chooses the amount: it is removed when `amountKobo` is set.
   */
  minimumKobo: z.optional(z.nullable(ChargeKobo)),
  /** Questions to the payer, at most 10. Optional. */
  customFields: z.optional(CustomFields),
  /** Whether the payer must give a phone number. Optional; default: false. */
  collectPhone: z.optional(z.boolean()),
  /**
   * Time at which the page closes, in the future and within ten years. Optional. Payments that have started can still
   * be completed.
   */
  expiresAt: z.optional(z.nullable(Timestamp)),
  /** Maximum number of payments: 1 to 10,000. Optional; default: no limit. */
  paymentLimit: z.optional(z.nullable(Limit)),
  /** Redirect URL after payment, https, at most 500 characters. Optional. The payment reference is added to it. */
  redirectUrl: z.optional(z.nullable(Redirect)),
  /** Message shown after payment, at most 500 characters. Optional. */
  successMessage: z.optional(z.nullable(MultilineText(500))),
  /** Email address notified of each payment, in addition to the members who chose to be notified. Optional. */
  notificationEmail: z.optional(z.nullable(Email)),
  /** Id of the split that shares the payments, not an archived one. Optional; not allowed with a plan. */
  splitId: z.optional(z.nullable(Id)),
}

export const linkFields = {
  /** Name of the link, 3 to 60 characters. Required. */
  name: linkName,
  /** Description shown on the page, at most 500 characters. Optional. */
  description: z.optional(MultilineText(500)),
  /**
   * Price in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Optional; without it the payer chooses the
   * amount.
   */
  amountKobo: z.optional(ChargeKobo),
  /** Bearer of the fee: `merchant` or `customer`. Optional; default of a new link: the business's setting. */
  feeBearer: z.optional(FeeBearer),
  ...linkOptions,
}
/** A new payment link. */
export const NewPaymentLink = inputSchema({
  ...linkFields,
  /** Last part of the page's URL, at most 60 characters. Optional; default: made from the name. */
  slug: z.optional(SingleLineText(60)),
  /**
   * Id of the plan that payers subscribe to on the page. Optional; cannot be changed later. The link then has no
   * amount and no minimum of its own.
   */
  planId: z.optional(Id),
})
/** Message shown on the page after the link is archived, at most 300 characters. */
export const ClosedMessage = MultilineText(300)
