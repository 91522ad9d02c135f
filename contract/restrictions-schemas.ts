import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema, Kobo } from './fields.ts'

export const Restrictions = describe(
  'Restrictions of the business. Most businesses have none: all fields are null.',
  z.object({
    paymentsStoppedFor: describe('Why the business can take no payments at the moment.', z.nullable(z.string())),
    payoutsStoppedFor: describe('Why nothing is paid out to the business at the moment.', z.nullable(z.string())),
    maxPaymentKobo: describe('Maximum amount of one payment in kobo.', z.nullable(Kobo)),
    maxDayKobo: describe(
      'Maximum sum in kobo of the payments that are started on one Lagos day, without failed and abandoned ones.',
      z.nullable(Kobo),
    ),
  }),
)
export type Restrictions = z.infer<typeof Restrictions>

export const getRestrictions = {
  description: 'Restrictions of the business: stopped payments or payouts, and limits of payments.',
  input: inputSchema({}),
  output: Restrictions,
}
