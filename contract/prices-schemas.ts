import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, FeeBearer, inputSchema, Kobo } from './fields.ts'
import { Channel } from './payments-schemas.ts'

const price = {
  bps: describe('Rate in hundredths of a percent of the amount: 150 is 1.5%.', z.int()),
  flatKobo: describe('Flat fee in kobo, added to the rate.', Kobo),
  waiveFlatBelowKobo: describe('Amounts in kobo below this pay no flat fee. 0: the flat fee always applies.', Kobo),
  capKobo: describe('Maximum fee in kobo, before VAT. Null: no maximum.', z.nullable(Kobo)),
}

export const Price = describe('Price of a payment: a rate and a flat fee, before VAT.', z.object(price))

const terms = {
  ...price,
  feeBearer: describe(
    'Bearer of the fee where a payment link, invoice, charge or mandate names none. They are paid through all ' +
      'channels of the checkout, so it is the customer only if the prices of all these channels say so.',
    FeeBearer,
  ),
}
const endsOn = describe('Last Lagos day of this price. Null: it has no end.', z.nullable(Day))

export const ChannelPrice = describe(
  'Price of a payment channel for the business. A payment that is started on a day has the price of that day; ' +
    'later changes do not affect it.',
  z.object({
    channel: Channel,
    ...terms,
    isOwn: describe('Whether the price was agreed with this business. Otherwise it is the published one.', z.boolean()),
    startsOn: describe('First Lagos day of an agreed price. Null for the published price.', z.nullable(Day)),
    endsOn,
    upcoming: describe(
      'Agreed prices that start later, in order. On days between them the published price applies.',
      z.array(z.object({ ...terms, startsOn: describe('First Lagos day of this price.', Day), endsOn })),
    ),
  }),
)
export type ChannelPrice = z.infer<typeof ChannelPrice>

export const listPrices = {
  description: 'Price of each payment channel for the business today, and the agreed prices that start later.',
  input: inputSchema({}),
  output: z.object({ content: z.array(ChannelPrice) }),
}
