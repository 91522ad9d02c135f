import * as z from 'zod/mini'
import { CustomFields } from './custom-fields.ts'
import { on } from './endpoint.ts'
import { FeeBearer, Id, input, Kobo, Nothing, Page, page, SearchText, Timestamp } from './fields.ts'
import { FarewellMessage, fields, NewPaymentLink, name } from './payment-link-fields.ts'
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
  minimumKobo: z.nullable(Kobo),
  customFields: CustomFields,
  collectPhone: z.boolean(),
  expiresAt: z.nullable(Timestamp),
  paymentLimit: z.nullable(z.int()),
  /** How many of the limit have been paid; null without a limit. */
  placesTaken: z.nullable(z.int()),
  redirectUrl: z.nullable(z.string()),
  successMessage: z.nullable(z.string()),
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

const { get, post, create, del } = on('core', 'merchant')

export const listPaymentLinks = get(
  'payment-links',
  input({ ...page, search: z.optional(SearchText(60)), status: z.optional(z.enum(['active', 'inactive'])) }),
  Page(PaymentLink),
)
/** Links bound to a plan; the single-charge links are in `payment-links`. */
export const listPlanPaymentLinks = get(
  'payment-links/plans-type',
  input({ ...page, planId: z.optional(Id) }),
  Page(PaymentLink),
)
export const createPaymentLink = create('payment-links', NewPaymentLink, PaymentLink)
/** Whether a name is free; refused with 409 when it is not, so that any failure reads as taken. */
export const checkPaymentLinkName = get(
  'payment-links/check-availability',
  input({ name }),
  z.object({ available: z.literal(true), slug: z.string() }),
)
export const getPaymentLink = get('payment-links/:id', input({ id: Id }), PaymentLink)
export const editPaymentLink = post('payment-links/:id', input({ id: Id, ...fields }), PaymentLink)
/** Archives a link that somebody has begun to pay, removes one that nobody has. An archived one's page shows the message. */
export const deletePaymentLink = del(
  'payment-links/:id',
  input({ id: Id, message: z.optional(FarewellMessage) }),
  Nothing,
)
export const publishPaymentLink = post(
  'payment-links/:id/publish',
  input({ id: Id, published: z.boolean() }),
  PaymentLink,
)
