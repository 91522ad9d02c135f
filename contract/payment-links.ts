import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { FeeBearer, Id, input, Kobo, Nothing, Page, page, SearchText, Timestamp } from './fields.ts'
import { fields, NewPaymentLink, name } from './payment-link-fields.ts'

export const PaymentLink = z.object({
  id: Id,
  /** The last part of the hosted page's address. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Null where the payer chooses the amount. */
  amountKobo: z.nullable(Kobo),
  feeBearer: FeeBearer,
  published: z.boolean(),
  status: z.enum(['active', 'inactive', 'archived']),
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
  input({ ...page, search: z.optional(SearchText(60)) }),
  Page(PaymentLink),
)
/** Links bound to a plan; the single-charge links are in `payment-links`. */
export const listPlanPaymentLinks = get('payment-links/plans-type', input(page), Page(PaymentLink))
export const createPaymentLink = create('payment-links', NewPaymentLink, PaymentLink)
/** Whether a name is free; refused with 409 when it is not, so that any failure reads as taken. */
export const checkPaymentLinkName = get(
  'payment-links/check-availability',
  input({ name }),
  z.object({ available: z.literal(true), slug: z.string() }),
)
export const getPaymentLink = get('payment-links/:id', input({ id: Id }), PaymentLink)
export const editPaymentLink = post('payment-links/:id', input({ id: Id, ...fields }), PaymentLink)
/** Archives a link that has payments, removes one that has none. */
export const deletePaymentLink = del('payment-links/:id', input({ id: Id }), Nothing)
export const publishPaymentLink = post(
  'payment-links/:id/publish',
  input({ id: Id, published: z.boolean() }),
  PaymentLink,
)
