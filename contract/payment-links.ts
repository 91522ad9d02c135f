import * as z from 'zod/mini'
import { CustomFields } from './custom-fields.ts'
import { endpointsFor } from './endpoint.ts'
import {
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import { ClosedMessage, linkFields, linkName, NewPaymentLink } from './payment-link-fields.ts'
import { Interval } from './plan-fields.ts'

/** Reasons why a link takes no payments: unpublished, expired, or its payment limit is reached. */
export const closings = ['unpublished', 'expired', 'full'] as const

/** A payment link. */
export const PaymentLink = z.object({
  id: Id,
  /** Last part of the page's URL. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Price in kobo. Null when the payer chooses the amount, and for a link with a plan, which has the plan's price. */
  amountKobo: z.nullable(Kobo),
  /** Plan of a subscription link, with its price. Null for one-time payments. */
  plan: z.nullable(
    z.object({ id: Id, code: z.string(), name: z.string(), amountKobo: Kobo, interval: Interval, trialDays: z.int() }),
  ),
  feeBearer: FeeBearer,
  /** Whether the link is published. An unpublished page takes no payments. */
  published: z.boolean(),
  /** `inactive`: unpublished. `archived`: deleted, kept for its payments. */
  status: z.enum(['active', 'inactive', 'archived']),
  /**
   * Reason why the link takes no payments: `unpublished`, `expired` or `full` (payment limit reached). Null while it
   * takes payments.
   */
  closedBecause: z.nullable(z.enum(closings)),
  /** Minimum amount in kobo that the payer may enter. Null for no minimum. */
  minimumKobo: z.nullable(Kobo),
  /** Questions to the payer. */
  customFields: CustomFields,
  /** Whether the payer must give a phone number. */
  collectPhone: z.boolean(),
  /** Time at which the page closes. Null for no end. Payments that have started can still be completed. */
  expiresAt: z.nullable(Timestamp),
  /** Maximum number of payments. Null for no limit. */
  paymentLimit: z.nullable(z.int()),
  /** Payments counted against the limit: successful and not fully refunded or reversed. Null without a limit. */
  placesTaken: z.nullable(z.int()),
  /** Redirect URL after payment; the payment reference is added to it. Null for none. */
  redirectUrl: z.nullable(z.string()),
  /** Message shown after payment. Null for none. */
  successMessage: z.nullable(z.string()),
  /** Email address notified of each payment, in addition to the members who chose to be notified. Null for none. */
  notificationEmail: z.nullable(z.string()),
  /** Id of the split that shares the payments. Null for none. */
  splitId: z.nullable(Id),
  /** Number of page views, without bots and views from the dashboard. */
  views: z.int(),
  /** Number of payments started. */
  started: z.int(),
  /** Number of successful payments, including those refunded since. */
  payments: z.int(),
  /** Total of successful payments in kobo, less refunds. */
  collectedKobo: Kobo,
  /** URL of the page. */
  url: z.string(),
  createdAt: Timestamp,
})
export type PaymentLink = z.infer<typeof PaymentLink>

const { get, post, create, del } = endpointsFor('core', 'merchant')

/**
 * Payment links for one-time payments, newest first, without archived ones. `search` matches the name; links with a
 * plan are in `payment-links/plans-type`.
 */
export const listPaymentLinks = get(
  'payment-links',
  inputSchema({
    ...paginationFields,
    /** Part of the name. Optional, at most 60 characters. */
    search: z.optional(SearchText(60)),
    /** `active` (published) or `inactive`. Optional; default: both. */
    status: z.optional(z.enum(['active', 'inactive'])),
  }),
  Paginated(PaymentLink),
)
/**
 * Payment links that subscribe payers to a plan, newest first, without archived ones. Links for one-time payments are
 * in `payment-links`.
 */
export const listPlanPaymentLinks = get(
  'payment-links/plans-type',
  inputSchema({ ...paginationFields, planId: z.optional(Id) }),
  Paginated(PaymentLink),
)
/**
 * Creates a payment link and publishes it. 409 `name_taken` at `slug` or `name` when its URL is in use; 422 at
 * `planId` for an unknown or deleted plan, at `amountKobo` when a link with a plan has an amount or a minimum, at
 * `splitId` for an unknown or archived split, for one with a plan, or when its fixed shares exceed the price, at
 * `expiresAt` for a time that is past or more than ten years ahead, at `slug` or `name` without a letter A to Z or a
 * digit.
 */
export const createPaymentLink = create('payment-links', NewPaymentLink, PaymentLink)
/**
 * Checks whether the page URL made from a name is free. 409 `name_taken` when it is in use, by any business or by an
 * archived link; 422 at `name` without a letter A to Z or a digit.
 */
export const checkPaymentLinkName = get(
  'payment-links/check-availability',
  inputSchema({ name: linkName }),
  z.object({ available: z.literal(true), slug: z.string() }),
)
/** One payment link by id. 404 `payment_link_not_found`, also for an archived link. */
export const getPaymentLink = get('payment-links/:id', inputSchema({ id: Id }), PaymentLink)
/**
 * Changes a payment link; its URL stays the same. `name` is required. Without `description` or `amountKobo` those are
 * removed; other absent fields are unchanged, but an `amountKobo` removes `minimumKobo`. 422 at `amountKobo` when a
 * link with a plan has an amount or a minimum; 422 at `splitId` and `expiresAt` as in `createPaymentLink`. 404
 * `payment_link_not_found`, also for an archived link.
 */
export const editPaymentLink = post('payment-links/:id', inputSchema({ id: Id, ...linkFields }), PaymentLink)
/**
 * Deletes a payment link that has no payments, or archives it when a payment was started. The page of an archived
 * link shows `message` (optional, at most 300 characters). 404 `payment_link_not_found`, also for an archived link.
 */
export const deletePaymentLink = del(
  'payment-links/:id',
  inputSchema({ id: Id, message: z.optional(ClosedMessage) }),
  NoContent,
)
/**
 * Publishes or unpublishes a payment link. An unpublished page takes no new payments. 404 `payment_link_not_found`,
 * also for an archived link.
 */
export const publishPaymentLink = post(
  'payment-links/:id/publish',
  inputSchema({ id: Id, published: z.boolean() }),
  PaymentLink,
)
