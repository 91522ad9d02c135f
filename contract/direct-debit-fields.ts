import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { ChargeKobo, Day, Email, FeeBearer, Id, inputSchema, Kobo, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNairaNumber } from './money.ts'
import { periodIntervals } from './periods.ts'

/**
 * Kinds of mandate. `fixed`: the same amount on a schedule. `variable`: the merchant sets the amount of each debit,
 * up to a maximum.
 */
export const mandateKinds = ['fixed', 'variable'] as const
export const MandateKind = z.enum(mandateKinds)
export type MandateKind = z.infer<typeof MandateKind>

export const Frequency = z.enum(periodIntervals)
export type Frequency = z.infer<typeof Frequency>

/** Maximum amount of one debit in kobo, a limit of the interbank network for personal accounts. */
export const mandateMaximumKobo = 25_000_000_00

const MandateKobo = ChargeKobo.check(
  z.maximum(mandateMaximumKobo, `Amount cannot be more than ${formatNairaNumber(mandateMaximumKobo)}`),
)

/** Maximum total of all debits of a mandate in kobo. */
const TotalKobo = Kobo.check(
  z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
  z.maximum(1_000 * mandateMaximumKobo, 'This is too much'),
)

const fields = {
  /** Email address of the customer. Required. A new email address creates a customer. */
  customerEmail: Email,
  /** Name of the customer. Optional, at most 120 characters. */
  customerName: z.optional(SingleLineText(120)),
  /** Id of the bank, from `banks/`. Required. */
  bankId: BankId,
  /** Account number (NUBAN), 10 digits. Required for a new mandate, and when the account changes. */
  accountNumber: AccountNumber,
  /**
   * `fixed`: the same amount on a schedule. `variable`: you set the amount of each debit, up to `amountKobo`.
   * Required.
   */
  kind: MandateKind,
  /**
   * Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo: 10000 to 2500000000 (NGN 100.00
   * to 25,000,000.00). Required.
   */
  amountKobo: MandateKobo,
  /**
   * Maximum total of all debits in kobo: at least `amountKobo`, plus the fee when the customer bears it; at most
   * 2500000000000 (NGN 25,000,000,000.00). Optional; default: no limit.
   */
  maxTotalKobo: z.optional(z.nullable(TotalKobo)),
  /** Interval of the debits. Required for `fixed`, not allowed for `variable`. */
  frequency: z.optional(z.nullable(Frequency)),
  /**
   * First Lagos day on which a debit is possible; for `fixed`, the day of the first debit, from which all others are
   * counted. Required. From tomorrow to one year (366 days) ahead.
   */
  startOn: Day,
  /** Last Lagos day on which a debit is possible: `startOn` or later, at most thirty years ahead. Optional; default: no end. */
  endOn: z.optional(z.nullable(Day)),
  /** Text on the customer's bank statement, at most 60 characters. Required. */
  narration: SingleLineText(60),
  /** Bearer of the fee; `customer` adds it to the amount. Optional; default: `merchant`. */
  feeBearer: z._default(FeeBearer, 'merchant'),
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
  accountNumber: z.optional(AccountNumber),
}).check(...rules)

/**
 * A debit of a `variable` mandate that is ready. Fixed mandates are debited by their schedule only. `amountKobo` is in
 * kobo, from 10000 to the maximum of the mandate; `narration` is optional, at most 60 characters (default: the text of
 * the mandate).
 */
export const NewDebit = inputSchema({ id: Id, amountKobo: MandateKobo, narration: z.optional(SingleLineText(60)) })
/** A debit on a later day, at 09:00 Lagos time; tomorrow at the earliest, so that the customer is notified before. */
export const NewScheduledDebit = inputSchema({
  /** Id of the mandate. Required. */
  mandateId: Id,
  /** Amount in kobo, from 10000 to the maximum of the mandate. Required. */
  amountKobo: MandateKobo,
  /** Lagos day of the debit, from tomorrow, within the mandate. Required. */
  date: Day,
  /** Text on the customer's bank statement, at most 60 characters. Optional; default: the text of the mandate. */
  narration: z.optional(SingleLineText(60)),
})
export const CancelReason = inputSchema({ id: Id, reason: z.optional(MultilineText(200)) })
