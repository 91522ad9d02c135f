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

/** Why a link takes no payments: switched off, past its time, or as often paid as it may be. */
export const closings = ['unpublished', 'expired', 'full'] as const

export const PaymentLink = z.object({
  id: Id,
  /** The last part of the hosted page's address. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Null where the payer chooses the amount. */
  amountKobo: z.nullable(Kobo),
  /** The plan that is subscribed to there; null for a single charge. A bound link has the plan's price. */
  plan: z.nullable(
    z.object({ id: Id, code: z.string(), name: z.string(), amountKobo: Kobo, interval: Interval, trialDays: z.int() }),
  ),
  feeBearer: FeeBearer,
  published: z.boolean(),
  status: z.enum(['active', 'inactive', 'archived']),
  /** Null while it takes payments. */
  closedBecause: z.nullable(z.enum(closings)),
  /** Smallest amount in kobo the payer may enter; null for no minimum. */
  minimumKobo: z.nullable(Kobo),
  customFields: CustomFields,
  collectPhone: z.boolean(),
  /** When the page closes; payments that have started may still finish. */
  expiresAt: z.nullable(Timestamp),
  /** How many payments the link takes; null for no limit. */
  paymentLimit: z.nullable(z.int()),
  /** How many of the limit have been paid; null without a limit. */
  placesTaken: z.nullable(z.int()),
  /** Redirect URL after payment; the payment's reference is added to it. */
  redirectUrl: z.nullable(z.string()),
  /** Message shown after payment. */
  successMessage: z.nullable(z.string()),
  /** Email address notified of each payment, besides the members who want to be. */
  notificationEmail: z.nullable(z.string()),
  /** By what its payments are shared. */
  splitId: z.nullable(Id),
  /** How often its page was looked at: not by machines, nor from the dashboard. */
  views: z.int(),
  /** Payments begun. */
  started: z.int(),
  /** Successful payments and what they brought. */
  payments: z.int(),
  collectedKobo: Kobo,
  url: z.string(),
  createdAt: Timestamp,
})
export type PaymentLink = z.infer<typeof PaymentLink>

const { get, post, create, del } = endpointsFor('core', 'merchant')

export const listPaymentLinks = get(
  'payment-links',
  inputSchema({
    ...paginationFields,
    search: z.optional(SearchText(60)),
    status: z.optional(z.enum(['active', 'inactive'])),
  }),
  Paginated(PaymentLink),
)
/** Links bound to a plan; the single-charge links are in `payment-links`. */
export const listPlanPaymentLinks = get(
  'payment-links/plans-type',
  inputSchema({ ...paginationFields, planId: z.optional(Id) }),
  Paginated(PaymentLink),
)
export const createPaymentLink = create('payment-links', NewPaymentLink, PaymentLink)
/** Whether a name is free; refused with 409 when it is not, so that any failure reads as taken. */
export const checkPaymentLinkName = get(
  'payment-links/check-availability',
  inputSchema({ name: linkName }),
  z.object({ available: z.literal(true), slug: z.string() }),
)
export const getPaymentLink = get('payment-links/:id', inputSchema({ id: Id }), PaymentLink)
export const editPaymentLink = post('payment-links/:id', inputSchema({ id: Id, ...linkFields }), PaymentLink)
/** Archives a link that somebody has begun to pay, removes one that nobody has. An archived one's page shows the message. */
export const deletePaymentLink = del(
  'payment-links/:id',
  inputSchema({ id: Id, message: z.optional(ClosedMessage) }),
  NoContent,
)
export const publishPaymentLink = post(
  'payment-links/:id/publish',
  inputSchema({ id: Id, published: z.boolean() }),
  PaymentLink,
)
