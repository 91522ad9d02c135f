import type { PeriodTotals } from '@adire/contract/payments-schemas.ts'
import type * as z from 'zod/mini'

export type Totals = z.infer<typeof PeriodTotals>

/** Totals of a period and of the one before it. */
export type ComparedTotals = { current: Totals; previous: Totals }
