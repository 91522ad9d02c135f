import * as z from 'zod/mini'
import { CustomFields } from './custom-fields-schemas.ts'
import { describe } from './describe.ts'
import { FeeBearer, Id, inputSchema, Kobo, NoContent, Timestamp, Upload } from './fields.ts'
import { Paginated, paginationFields, searchText, sortField } from './list-schemas.ts'
import { Metadata, metadataFilter } from './metadata-schemas.ts'
import { ClosedMessage, linkFields, linkName, NewPaymentLink } from './payment-link-form-schemas.ts'
import { linkClosings, paymentLinkSorts } from './payment-links.ts'
import { Interval } from './plans-schemas.ts'

export const PaymentLink = describe(
  'A payment link.',
  z.object({
    id: Id,
    slug: describe("Last part of the page's URL.", z.string()),
    name: z.string(),
    description: z.nullable(z.string()),
    amountKobo: describe(
      'Price in kobo. Null when the payer chooses the amount, and for a link with a plan, which has the ' +
        "plan's price.",
      z.nullable(Kobo),
    ),
    plan: describe(
      'Plan of a subscription link, with its price. Null for one-time payments.',
      z.nullable(
        z.object({
          id: Id,
          code: z.string(),
          name: z.string(),
          amountKobo: Kobo,
          interval: Interval,
          trialDays: z.int(),
          setupFeeKobo: Kobo,
        }),
      ),
    ),
    feeBearer: FeeBearer,
    published: describe('Whether the link is published. An unpublished page takes no payments.', z.boolean()),
    status: describe(
      '`inactive`: unpublished. `archived`: deleted, kept for its payments.',
      z.enum(['active', 'inactive', 'archived']),
    ),
    closedBecause: describe(
      'Reason why the link takes no payments: `unpublished`, `expired` or `full` (payment limit reached, or fewer units left than the minimum). ' +
        'Null while it takes payments.',
      z.nullable(z.enum(linkClosings)),
    ),
    minimumKobo: describe('Minimum amount in kobo that the payer may enter. Null for no minimum.', z.nullable(Kobo)),
    customFields: describe('Questions to the payer.', CustomFields),
    collectPhone: describe('Whether the payer must give a phone number.', z.boolean()),
    expiresAt: describe(
      'Time at which the page closes. Null for no end. Payments that have started can still be completed.',
      z.nullable(Timestamp),
    ),
    paymentLimit: describe(
      'Maximum number of payments; with `quantity`, of units. Null for no limit.',
      z.nullable(z.int()),
    ),
    placesTaken: describe(
      'Payments, or units, counted against the limit: those of payments that were successful and not fully refunded or reversed. ' +
        'Null without a limit.',
      z.nullable(z.int()),
    ),
    quantity: describe(
      'Number of units that the payer may choose; `amountKobo` is the price of one. Null when it is always one.',
      z.nullable(z.object({ minimum: z.int(), maximum: z.int() })),
    ),
    redirectUrl: describe(
      'Redirect URL after payment; the payment reference is added to it. Null for none.',
      z.nullable(z.string()),
    ),
    successMessage: describe('Message shown after payment. Null for none.', z.nullable(z.string())),
    notificationEmail: describe(
      'Email address notified of each payment, in addition to the members who chose to be notified. Null ' +
        'for none.',
      z.nullable(z.string()),
    ),
    splitId: describe('Id of the split that shares the payments. Null for none.', z.nullable(Id)),
    pictureUrl: describe(
      'URL of the picture shown on the page, a WebP of 1200 × 800 pixels. Null for none.',
      z.nullable(z.string()),
    ),
    pictureAltText: describe(
      'What the picture shows, for payers who cannot see it. Null: the name of the link.',
      z.nullable(z.string()),
    ),
    metadata: describe('Your own data. Payers do not see it.', Metadata),
    views: describe('Number of page views, without bots and views from the dashboard.', z.int()),
    started: describe('Number of payments started.', z.int()),
    payments: describe('Number of successful payments, including those refunded since.', z.int()),
    collectedKobo: describe('Total of successful payments in kobo, less refunds.', Kobo),
    url: describe('URL of the page.', z.string()),
    createdAt: Timestamp,
  }),
)
export type PaymentLink = z.infer<typeof PaymentLink>

export const listPaymentLinks = {
  description:
    'Payment links for one-time payments, newest first unless `sort` is given, without archived ones. `search` matches the name; ' +
    'links with a plan are in `payment-links/plans-type`.',
  input: inputSchema({
    ...paginationFields,
    search: searchText,
    status: describe(
      '`active` (published) or `inactive`. Optional; default: both.',
      z.optional(z.enum(['active', 'inactive'])),
    ),
    metadata: metadataFilter,
    sort: sortField(paymentLinkSorts),
  }),
  output: Paginated(PaymentLink),
}

export const listPlanPaymentLinks = {
  description:
    'Payment links that subscribe payers to a plan, newest first unless `sort` is given, without archived ones. Links for ' +
    'one-time payments are in `payment-links`.',
  input: inputSchema({
    ...paginationFields,
    planId: z.optional(Id),
    metadata: metadataFilter,
    sort: sortField(paymentLinkSorts),
  }),
  output: Paginated(PaymentLink),
}

export const createPaymentLink = {
  description:
    'Creates a payment link and publishes it. 409 `name_taken` at `slug` or `name` when its URL is in ' +
    'use; 422 at `planId` for an unknown or deleted plan, at `amountKobo` when a link with a plan has an ' +
    'amount or a minimum, at `quantity` without an amount or when its maximum costs more than 5000000000 kobo, at `splitId` for an unknown or archived split, for one with a plan, or when its ' +
    'fixed shares exceed the price, at `expiresAt` for a time that is past or more than ten years ahead, ' +
    'at `slug` or `name` without a letter A to Z or a digit.',
  input: NewPaymentLink,
  output: PaymentLink,
}

export const checkPaymentLinkName = {
  description:
    'Checks whether the page URL made from a name is free. 409 `name_taken` when it is in use, by any ' +
    'business or by an archived link; 422 at `name` without a letter A to Z or a digit.',
  input: inputSchema({ name: describe('Name of the page. Required.', linkName) }),
  output: z.object({ available: z.literal(true), slug: z.string() }),
}

export const getPaymentLink = {
  description: 'One payment link by id. 404 `payment_link_not_found`, also for an archived link.',
  input: inputSchema({ id: Id }),
  output: PaymentLink,
}

export const updatePaymentLink = {
  description:
    'Changes a payment link; its URL stays the same. `name` is required. Without `description` or ' +
    '`amountKobo` those are removed; other absent fields are unchanged, but an `amountKobo` removes ' +
    '`minimumKobo`. 422 at `amountKobo` when a link with a plan has an amount or a minimum; 422 at ' +
    '`quantity`, `splitId` and `expiresAt` as in `createPaymentLink`. 404 `payment_link_not_found`, also for an ' +
    'archived link.',
  input: inputSchema({ id: Id, ...linkFields }),
  output: PaymentLink,
}

export const deletePaymentLink = {
  description:
    'Deletes a payment link that has no payments, or archives it when a payment was started. The page of ' +
    'an archived link shows `message` (optional, at most 300 characters). 404 `payment_link_not_found`, ' +
    'also for an archived link.',
  input: inputSchema({
    id: Id,
    message: describe(
      'Message on the page of an archived link, at most 300 characters. Optional.',
      z.optional(ClosedMessage),
    ),
  }),
  output: NoContent,
}

export const uploadPaymentLinkPicture = {
  description:
    'Sets the picture of the page, or replaces it: PNG, JPEG or WebP (otherwise 422 `not_a_picture`), at most 5 MB (413 ' +
    '`file_too_large`) and 17 million pixels. It is cropped to 3:2 around its centre and resized to 1200 × 800 pixels; all other ' +
    'content of the file is dropped. 404 `payment_link_not_found`, also for an archived link.',
  input: inputSchema({ id: Id, picture: describe('The picture file.', Upload) }),
  output: PaymentLink,
}

export const removePaymentLinkPicture = {
  description:
    'Removes the picture of the page, if it has one. 404 `payment_link_not_found`, also for an archived link.',
  input: inputSchema({ id: Id }),
  output: PaymentLink,
}

export const publishPaymentLink = {
  description:
    'Publishes or unpublishes a payment link. An unpublished page takes no new payments. 404 ' +
    '`payment_link_not_found`, also for an archived link.',
  input: inputSchema({
    id: Id,
    published: describe('`true` to publish, `false` to unpublish. Required.', z.boolean()),
  }),
  output: PaymentLink,
}
