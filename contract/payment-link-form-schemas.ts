import * as z from 'zod/mini'
import { CustomFields } from './custom-fields-schemas.ts'
import { describe } from './describe.ts'
import { ChargeKobo, Email, FeeBearer, Id, inputSchema, MultilineText, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { metadataChange } from './metadata-schemas.ts'
import { isRedirect, linkQuantityMaximum, paymentLimitMaximum } from './payment-links.ts'

/** Name of a payment link, 3 to 60 characters. The page's URL is made from it when no `slug` is given. */
export const linkName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

const Redirect = SingleLineText(500).check(z.refine(isRedirect, 'Use a whole address that begins with https://'))

const Limit = z
  .int('Use a whole number')
  .check(z.minimum(1, 'Use at least 1'), z.maximum(paymentLimitMaximum, 'Use at most 10,000'))

/** Number of units of a payment. */
export const LinkQuantity = z
  .int('Use a whole number')
  .check(z.minimum(1, 'Use at least 1'), z.maximum(linkQuantityMaximum, 'Use at most 1,000'))

/** Range from which the payer chooses the number of units. */
const QuantityRange = z.strictObject({ minimum: LinkQuantity, maximum: LinkQuantity }).check(
  z.refine(({ minimum, maximum }) => maximum > minimum, {
    message: 'Use a maximum above the minimum',
    path: ['maximum'],
  }),
)

/** Options of a payment link. In an edit, an absent option is unchanged; null, where allowed, removes it. */
export const linkOptions = {
  minimumKobo: describe(
    'Minimum amount in kobo that the payer may enter: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). ' +
      'Optional; only when the payer chooses the amount: it is removed when `amountKobo` is set.',
    z.optional(z.nullable(ChargeKobo)),
  ),
  customFields: describe('Questions to the payer, at most 10. Optional.', z.optional(CustomFields)),
  collectPhone: describe(
    'Whether the payer must give a phone number. Optional; default: false.',
    z.optional(z.boolean()),
  ),
  expiresAt: describe(
    'Time at which the page closes, in the future and within ten years. Optional. Payments that have ' +
      'started can still be completed.',
    z.optional(z.nullable(Timestamp)),
  ),
  paymentLimit: describe(
    'Maximum number of payments: 1 to 10,000. Optional; default: no limit. With `quantity`, the number of units that are for sale.',
    z.optional(z.nullable(Limit)),
  ),
  quantity: describe(
    'Number of units that the payer may choose, each from 1 to 1,000: `minimum` and a higher `maximum`. Optional; default: always one. ' +
      'Only with `amountKobo`, which is then the price of one unit; removed when `amountKobo` is removed.',
    z.optional(z.nullable(QuantityRange)),
  ),
  redirectUrl: describe(
    'Redirect URL after payment, https, at most 500 characters. Optional. The payment reference is added to it.',
    z.optional(z.nullable(Redirect)),
  ),
  successMessage: describe(
    'Message shown after payment, at most 500 characters. Optional.',
    z.optional(z.nullable(MultilineText(500))),
  ),
  notificationEmail: describe(
    'Email address notified of each payment, in addition to the members who chose to be notified. Optional.',
    z.optional(z.nullable(Email)),
  ),
  splitId: describe(
    'Id of the split that shares the payments, not an archived one. Optional; not allowed with a plan.',
    z.optional(z.nullable(Id)),
  ),
  pictureAltText: describe(
    'What the picture shows, for payers who cannot see it: at most 150 characters. Optional; without it, screen readers read ' +
      'the name of the link.',
    z.optional(z.nullable(SingleLineText(150))),
  ),
  metadata: metadataChange('Payers do not see it.'),
}

export const linkFields = {
  name: describe('Name of the link, 3 to 60 characters. Required.', linkName),
  description: describe(
    'Description shown on the page, at most 500 characters. Optional.',
    z.optional(MultilineText(500)),
  ),
  amountKobo: describe(
    'Price in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Optional; without it the payer ' +
      'chooses the amount.',
    z.optional(ChargeKobo),
  ),
  feeBearer: describe(
    "Bearer of the fee: `merchant` or `customer`. Optional; default of a new link: the business's setting.",
    z.optional(FeeBearer),
  ),
  ...linkOptions,
}

/** A new payment link. */
export const NewPaymentLink = inputSchema({
  ...linkFields,
  slug: describe(
    "Last part of the page's URL, at most 60 characters. Optional; default: made from the name.",
    z.optional(SingleLineText(60)),
  ),
  planId: describe(
    'Id of the plan that payers subscribe to on the page. Optional; cannot be changed later. The link ' +
      'then has no amount and no minimum of its own.',
    z.optional(Id),
  ),
})

/** Message shown on the page after the link is archived, at most 300 characters. */
export const ClosedMessage = MultilineText(300)
