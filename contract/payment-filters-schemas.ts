import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Email, Id } from './fields.ts'
import { searchText } from './list-schemas.ts'
import { statusFilters } from './payments.ts'

const QueryKobo = z.coerce
  .number<number>('Use an amount in kobo')
  .check(z.int('Use whole kobo'), z.minimum(0, 'Use at least 0'), z.maximum(1e15, 'This is too much'))

/** Filters of the list of payments, its totals and its exports, besides the channel. */
export const paymentFilters = {
  status: describe(
    'Status filter: one status; `paid` for every status in which the money was received; or `card_check` ' +
      'for card checks in any status. Optional: without it the list includes card checks.',
    z.optional(z.enum(statusFilters)),
  ),
  from: z.optional(Day),
  to: z.optional(Day),
  search: searchText,
  paymentLinkId: describe('Id of a payment link. Optional.', z.optional(Id)),
  settlementId: describe('Id of a settlement. Optional.', z.optional(Id)),
  subscriptionId: describe('Id of a subscription. Optional.', z.optional(Id)),
  customerEmail: describe('Email address of the payer. Optional.', z.optional(Email)),
  minAmountKobo: describe('Minimum amount in kobo, included.', z.optional(QueryKobo)),
  maxAmountKobo: describe('Maximum amount in kobo, included.', z.optional(QueryKobo)),
}
