import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-accounts-schemas.ts'
import { describe } from './describe.ts'
import { mandateKinds, mandateMaximumKobo } from './direct-debit.ts'
import { ChargeKobo, Day, Email, FeeBearer, Id, inputSchema, Kobo, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNaira } from './money.ts'
import { periodIntervals } from './periods.ts'

export const MandateKind = z.enum(mandateKinds)
export type MandateKind = z.infer<typeof MandateKind>

export const Frequency = z.enum(periodIntervals)
export type Frequency = z.infer<typeof Frequency>

const MandateKobo = ChargeKobo.check(
  z.maximum(mandateMaximumKobo, `Amount cannot be more than ${formatNaira(mandateMaximumKobo)}`),
)

/** Maximum total of all debits of a mandate in kobo. */
const TotalKobo = Kobo.check(
  z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
  z.maximum(1_000 * mandateMaximumKobo, 'This is too much'),
)

const fields = {
  customerEmail: describe('Email address of the customer. Required. A new email address creates a customer.', Email),
  customerName: describe('Name of the customer. Optional, at most 120 characters.', z.optional(SingleLineText(120))),
  bankId: describe('Id of the bank, from `banks/`. Required.', BankId),
  accountNumber: describe(
    'Account number (NUBAN), 10 digits. Required for a new mandate, and when the account changes.',
    AccountNumber,
  ),
  kind: describe(
    '`fixed`: the same amount on a schedule. `variable`: you set the amount of each debit, up to ' +
      '`amountKobo`. Required.',
    MandateKind,
  ),
  amountKobo: describe(
    'Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo: 10000 to 2500000000 ' +
      '(NGN 100.00 to 25,000,000.00). Required.',
    MandateKobo,
  ),
  maxTotalKobo: describe(
    'Maximum total of all debits in kobo: at least `amountKobo`, plus the fee when the customer bears it; ' +
      'at most 2500000000000 (NGN 25,000,000,000.00). Optional; default: no limit.',
    z.optional(z.nullable(TotalKobo)),
  ),
  frequency: describe(
    'Interval of the debits. Required for `fixed`, not allowed for `variable`.',
    z.optional(z.nullable(Frequency)),
  ),
  startOn: describe(
    'First Lagos day on which a debit is possible; for `fixed`, the day of the first debit, from which ' +
      'all others are counted. Required. From tomorrow to one year (366 days) ahead.',
    Day,
  ),
  endOn: describe(
    'Last Lagos day on which a debit is possible: `startOn` or later, at most thirty years ahead. ' +
      'Optional; default: no end.',
    z.optional(z.nullable(Day)),
  ),
  narration: describe("Text on the customer's bank statement, at most 60 characters. Required.", SingleLineText(60)),
  feeBearer: describe(
    'Bearer of the fee; `customer` adds it to the amount. Optional; default: that of the price, usually `merchant`.',
    z.optional(FeeBearer),
  ),
}

interface Rules {
  kind: MandateKind
  amountKobo: number
  maxTotalKobo?: number | null | undefined
  frequency?: Frequency | null | undefined
  startOn: string
  endOn?: string | null | undefined
}

const rules = [
  z.refine<Rules>(({ kind, frequency }) => kind !== 'fixed' || Boolean(frequency), {
    message: 'Say how often',
    path: ['frequency'],
  }),
  z.refine<Rules>(({ kind, frequency }) => kind !== 'variable' || !frequency, {
    message: 'Only a fixed mandate has a schedule',
    path: ['frequency'],
  }),
  z.refine<Rules>(({ startOn, endOn }) => !endOn || endOn >= startOn, {
    message: 'Use a day on or after the start',
    path: ['endOn'],
  }),
  z.refine<Rules>(({ amountKobo, maxTotalKobo }) => !maxTotalKobo || maxTotalKobo >= amountKobo, {
    message: 'Use at least the amount of one debit',
    path: ['maxTotalKobo'],
  }),
] as const

/**
 * A new mandate. With `draft` it is only stored (default: false); otherwise the customer is asked for consent by
 * email at once.
 */
export const NewMandate = inputSchema({ ...fields, draft: z._default(z.boolean(), false) }).check(...rules)

/**
 * New content of a draft mandate. `accountNumber` is optional when the account stays the same, because the API returns
 * it masked; it is required when the bank changes.
 */
export const MandateChanges = inputSchema({
  ...fields,
  id: Id,
  accountNumber: describe(
    'Account number (NUBAN), 10 digits. Required for a new mandate, and when the account changes.',
    z.optional(AccountNumber),
  ),
}).check(...rules)

/**
 * A debit of a `variable` mandate that is ready. Fixed mandates are debited by their schedule only. `amountKobo` is in
 * kobo, from 10000 to the maximum of the mandate; `narration` is optional, at most 60 characters (default: the text of
 * the mandate).
 */
export const NewDebit = inputSchema({ id: Id, amountKobo: MandateKobo, narration: z.optional(SingleLineText(60)) })

/** A debit at 09:00 Lagos time on a day at least 24 hours ahead, so that the customer is notified before. */
export const NewScheduledDebit = inputSchema({
  mandateId: describe('Id of the mandate. Required.', Id),
  amountKobo: describe('Amount in kobo, from 10000 to the maximum of the mandate. Required.', MandateKobo),
  date: describe('Lagos day of the debit, within the mandate. 09:00 on it is at least 24 hours ahead. Required.', Day),
  narration: describe(
    "Text on the customer's bank statement, at most 60 characters. Optional; default: the text of the mandate.",
    z.optional(SingleLineText(60)),
  ),
})
export type NewScheduledDebit = z.infer<typeof NewScheduledDebit>

export const CancelReason = inputSchema({ id: Id, reason: z.optional(MultilineText(200)) })
