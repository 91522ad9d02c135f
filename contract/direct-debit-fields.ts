import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { ChargeKobo, Day, Email, FeeBearer, Id, inputSchema, Kobo, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNairaNumber } from './money.ts'
import { periodIntervals } from './periods.ts'

/** `fixed`: the same amount by a schedule. `variable`: the business says each time how much, up to the amount. */
export const mandateKinds = ['fixed', 'variable'] as const
export const MandateKind = z.enum(mandateKinds)
export type MandateKind = z.infer<typeof MandateKind>

export const Frequency = z.enum(periodIntervals)
export type Frequency = z.infer<typeof Frequency>

/** What may be debited at once; the interbank network takes no more from a person's account. */
export const mandateMaximumKobo = 25_000_000_00

const MandateKobo = ChargeKobo.check(
  z.maximum(mandateMaximumKobo, `Amount cannot be more than ${formatNairaNumber(mandateMaximumKobo)}`),
)

/** All that may be debited over the life of a mandate. */
const TotalKobo = Kobo.check(
  z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
  z.maximum(1_000 * mandateMaximumKobo, 'This is too much'),
)

const fields = {
  /** Somebody the business does not know yet becomes a customer. */
  customerEmail: Email,
  customerName: z.optional(SingleLineText(120)),
  bankId: BankId,
  accountNumber: AccountNumber,
  kind: MandateKind,
  /** Fixed: what each debit takes. Variable: the most that one debit may take. */
  amountKobo: MandateKobo,
  /** At least `amountKobo`; without it there is no limit to the sum. */
  maxTotalKobo: z.optional(z.nullable(TotalKobo)),
  /** Fixed only, and needed there. */
  frequency: z.optional(z.nullable(Frequency)),
  /** Fixed: the day of the first debit, the anchor of all others. Variable: none may be before it. Tomorrow at the earliest. */
  startOn: Day,
  /** The last day on which a debit may be made; without it the mandate is open. */
  endOn: z.optional(z.nullable(Day)),
  /** What the customer reads on the statement. */
  narration: SingleLineText(60),
  /** `customer`: the fee is taken on top of the amount. */
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

/** `draft`: it is kept and nobody hears of it; otherwise the customer is asked by mail at once. */
export const NewMandate = inputSchema({ ...fields, draft: z._default(z.boolean(), false) }).check(...rules)
/** As a new one. Where the account stays, its number can be left out: nobody can read it any more. */
export const MandateChanges = inputSchema({
  ...fields,
  id: Id,
  accountNumber: z.optional(AccountNumber),
}).check(...rules)

/** One debit of a mandate that is ready. Fixed mandates are debited by their schedule alone. */
export const NewDebit = inputSchema({ id: Id, amountKobo: MandateKobo, narration: z.optional(SingleLineText(60)) })
/** The same on a later day: tomorrow at the earliest, so that the customer is told before. At 09:00 in Lagos. */
export const NewScheduledDebit = inputSchema({
  mandateId: Id,
  amountKobo: MandateKobo,
  date: Day,
  narration: z.optional(SingleLineText(60)),
})
export const CancelReason = inputSchema({ id: Id, reason: z.optional(MultilineText(200)) })
