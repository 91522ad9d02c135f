import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, Kobo } from './fields.ts'

export const CalendarDebit = describe(
  'Debit in the calendar. `debitId` is null for an `expected` debit: a fixed schedule creates only the next debit in ' +
    'advance. `skipped`: not made, because the customer skipped it. ' +
    '`refundedKobo`: amount of a successful debit returned to the customer.',
  z.object({
    debitId: z.nullable(Id),
    mandateId: Id,
    mandateSlug: z.string(),
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    amountKobo: Kobo,
    refundedKobo: Kobo,
    status: z.enum(['expected', 'scheduled', 'processing', 'retrying', 'success', 'failed', 'skipped']),
  }),
)
export type CalendarDebit = z.infer<typeof CalendarDebit>

export const DebitTotals = z.object({
  totalKobo: describe('Total of the debits to come in kobo.', Kobo),
  count: describe('Number of debits to come.', z.int()),
  paidKobo: describe('Total of the successful debits in kobo.', Kobo),
  paid: describe('Number of successful debits.', z.int()),
  failed: describe('Number of failed debits.', z.int()),
  skipped: describe('Number of debits that the customer skipped.', z.int()),
})
