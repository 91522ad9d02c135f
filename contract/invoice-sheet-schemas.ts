import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Kobo, Timestamp } from './fields.ts'

export const InvoiceSheet = describe(
  'Invoice as shown to the customer. Amounts are in kobo.',
  z.object({
    reference: z.string(),
    number: z.string(),
    status: z.enum(['pending', 'partially_paid', 'paid', 'overdue', 'cancelled']),
    issuedAt: Timestamp,
    dueOn: Day,
    paidAt: z.nullable(Timestamp),
    business: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      address: z.nullable(z.string()),
      registration: describe(
        'RC number and TIN: `RC 1234567, TIN 12345678-0001`. Null without both.',
        z.nullable(z.string()),
      ),
    }),
    customer: z.object({ name: z.nullable(z.string()), email: z.string() }),
    lines: z.array(z.object({ description: z.string(), quantity: z.number(), unitPriceKobo: Kobo, amountKobo: Kobo })),
    subtotalKobo: Kobo,
    discountKobo: Kobo,
    taxBasisPoints: describe('Tax rate in hundredths of a percent: 750 is 7.5%.', z.int()),
    taxKobo: Kobo,
    totalKobo: Kobo,
    paidKobo: Kobo,
    refundedKobo: describe('Amount refunded in kobo.', Kobo),
    refundedAt: describe('Time of the last refund. Null without one.', z.nullable(Timestamp)),
    owedKobo: describe('Amount still owed in kobo.', Kobo),
    partPayment: describe('Whether the customer may pay in parts.', z.boolean()),
    note: z.nullable(z.string()),
    pdfUrl: z.string(),
  }),
)
export type InvoiceSheet = z.infer<typeof InvoiceSheet>
