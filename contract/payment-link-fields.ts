import * as z from 'zod/mini'
import { CustomFields } from './custom-fields.ts'
import { ChargeKobo, Email, FeeBearer, Id, inputSchema, MultilineText, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** What a link is called; its address is made of it where none is given. */
export const linkName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

export const paymentLimitMaximum = 10_000

/** Where a payer may be sent: an https page, whole and without a password in it. Never a script, a file or a letter. */
export const isRedirect = (text: string) => {
  const url = /^https:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
}
const Redirect = SingleLineText(500).check(z.refine(isRedirect, 'Use a whole address that begins with https://'))

const Limit = z
  .int('Use a whole number')
  .check(z.minimum(1, 'Use at least 1'), z.maximum(paymentLimitMaximum, 'Use at most 10,000'))

/** Left out, an option of a present link stays as it is; null takes it away. */
export const linkOptions = {
  /** The least the payer may choose, where the payer chooses the amount. */
  minimumKobo: z.optional(z.nullable(ChargeKobo)),
  customFields: z.optional(CustomFields),
  collectPhone: z.optional(z.boolean()),
  /** From then on the page is closed; who has begun may still finish. */
  expiresAt: z.optional(z.nullable(Timestamp)),
  /** How many payments it takes. */
  paymentLimit: z.optional(z.nullable(Limit)),
  /** Where the payer goes after paying; the payment's reference is added to it. */
  redirectUrl: z.optional(z.nullable(Redirect)),
  /** What the payer reads after paying. */
  successMessage: z.optional(z.nullable(MultilineText(500))),
  /** Who is told of each payment by mail, besides the members who want to be. */
  notificationEmail: z.optional(z.nullable(Email)),
  /** By what its payments are shared: a split's id. Not where it is bound to a plan. */
  splitId: z.optional(z.nullable(Id)),
}

export const linkFields = {
  name: linkName,
  description: z.optional(MultilineText(500)),
  /** Left out, the payer chooses the amount. */
  amountKobo: z.optional(ChargeKobo),
  feeBearer: z.optional(FeeBearer),
  ...linkOptions,
}
/** `slug` is the address wished for; without it the name makes one. */
export const NewPaymentLink = inputSchema({
  ...linkFields,
  slug: z.optional(SingleLineText(60)),
  /** Binds it to a plan for good: its page subscribes. It then has no amount of its own, nor a least one. */
  planId: z.optional(Id),
})
/** What those find who come to the address afterwards. */
export const ClosedMessage = MultilineText(300)
