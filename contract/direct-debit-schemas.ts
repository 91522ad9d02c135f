import * as z from 'zod/mini'
import { CalendarDebit, DebitTotals } from './debit-calendar-schemas.ts'
import { describe } from './describe.ts'
import { debitStatuses, mandateFilters, mandateStatuses } from './direct-debit.ts'
import {
  CancelReason,
  Frequency,
  MandateChanges,
  MandateKind,
  NewDebit,
  NewMandate,
  NewScheduledDebit,
} from './direct-debit-form-schemas.ts'
import { Day, FeeBearer, Id, inputSchema, Kobo, NoContent, Timestamp } from './fields.ts'
import { asWorkbook, csvColumns, Paginated, paginationFields, searchText } from './list-schemas.ts'
import { PaymentRow } from './payments-schemas.ts'

export const MandateStatus = z.enum(mandateStatuses)
export type MandateStatus = z.infer<typeof MandateStatus>

/** The side that rejected or cancelled a mandate. */
export const EndedBy = z.enum(['business', 'customer', 'bank'])
export type EndedBy = z.infer<typeof EndedBy>

export const DebitStatus = z.enum(debitStatuses)
export type DebitStatus = z.infer<typeof DebitStatus>

export const Debit = describe(
  'A debit of a mandate.',
  z.object({
    id: Id,
    mandateId: Id,
    reference: z.string(),
    source: describe(
      'Origin: `schedule` (frequency of a fixed mandate), `planned` (on a day you chose) or `now` (on demand: on the first possible day).',
      z.enum(['schedule', 'planned', 'now']),
    ),
    status: describe('`processing`: at the bank. `retrying`: waits for another attempt.', DebitStatus),
    amountKobo: describe('Amount debited from the account in kobo.', Kobo),
    priceKobo: describe('Price in kobo. Less than the amount when the customer bears the fee.', Kobo),
    narration: z.string(),
    dueOn: describe('Lagos day on which the debit was first due.', Day),
    nextAttemptAt: describe(
      'Time of the next attempt. Null while the bank processes the debit and after it has ended.',
      z.nullable(Timestamp),
    ),
    noticedAt: describe(
      'Time the notice to the customer was handed to the mail server. Null until then; the debit waits for it.',
      z.nullable(Timestamp),
    ),
    attempts: describe('Number of attempts so far, at most 3.', z.int()),
    failure: describe(
      'Reason of the last failure, or of the cancellation. `bankCode`: ISO 8583 response code such as 51 ' +
        'when a bank declined, otherwise null. Null without a failure or cancellation.',
      z.nullable(z.object({ code: z.string(), message: z.string(), bankCode: z.nullable(z.string()) })),
    ),
    paymentId: describe('Payment of the last attempt. Null before the first attempt.', z.nullable(Id)),
    refundedKobo: describe(
      'Amount of a successful debit returned to the customer in kobo, by refunds and disputes.',
      Kobo,
    ),
    endedAt: describe('Time the debit succeeded, failed or was cancelled. Null until then.', z.nullable(Timestamp)),
    createdAt: Timestamp,
  }),
)
export type Debit = z.infer<typeof Debit>

const Account = z.object({
  bankId: z.int(),
  bankName: z.string(),
  bankCode: z.string(),
  /** Masked account number: `•••• 0018`. */
  accountNumber: z.string(),
  accountName: z.string(),
})

export const MandateRow = describe(
  'A mandate as it appears in lists.',
  z.object({
    id: Id,
    slug: describe('Public id of the mandate, `mnd_…`: last part of its page URL, `/directDebit/{slug}`.', z.string()),
    reference: describe('Reference shown to customer, bank and merchant: `MND-…`.', z.string()),
    status: describe(
      "`pending`: waits for the customer's consent. `pending_authorization`: waits for the NGN 50 transfer. " +
        '`pending_activation`: waits for the bank. `authorization_expired`: the customer did not respond in ' +
        'time.',
      MandateStatus,
    ),
    readyToDebit: describe(
      'Whether debits are possible. This takes some time after the bank has activated the mandate.',
      z.boolean(),
    ),
    kind: describe(
      '`fixed`: the same amount on a schedule. `variable`: you set the amount of each debit.',
      MandateKind,
    ),
    customerId: Id,
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    ...Account.shape,
    amountKobo: describe('Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo.', Kobo),
    frequency: describe('Interval of the debits. Null for `variable`.', z.nullable(Frequency)),
    startOn: describe('First Lagos day on which a debit is possible.', Day),
    endOn: describe('Last Lagos day on which a debit is possible. Null for no end.', z.nullable(Day)),
    narration: describe("Text on the customer's bank statement.", z.string()),
    nextDebitAt: describe(
      'Time of the next planned debit or next attempt. Null when none is planned.',
      z.nullable(Timestamp),
    ),
    createdAt: Timestamp,
  }),
)
export type MandateRow = z.infer<typeof MandateRow>

export const MandateStep = describe(
  'Step from creation to the first debit, in order. `at` is the time it was completed.',
  z.object({
    key: z.enum(['created', 'sent', 'consented', 'transferred', 'activated', 'ready']),
    state: z.enum(['done', 'current', 'upcoming', 'failed']),
    at: z.nullable(Timestamp),
  }),
)

export const MandateStanding = describe(
  'Status of a mandate, with the steps to the first debit and who must act next.',
  z.object({
    id: Id,
    status: MandateStatus,
    readyToDebit: z.boolean(),
    steps: z.array(MandateStep),
    waitsFor: describe(
      'Who must act next. Null when nobody has to.',
      z.nullable(z.enum(['business', 'customer', 'bank'])),
    ),
    waitsSince: describe('Start of the wait. Null when nobody has to act.', z.nullable(Timestamp)),
    endsAt: describe(
      'Time the current step expires: 14 days for the consent (earlier if the mandate ends before), 48 ' +
        'hours for the transfer, or the end date. Null for no expiry.',
      z.nullable(Timestamp),
    ),
    reason: describe(
      'Reason of status `rejected`, `suspended`, `cancelled`, `expired` or `authorization_expired`. Null ' +
        'otherwise.',
      z.nullable(z.string()),
    ),
  }),
)
export type MandateStanding = z.infer<typeof MandateStanding>

export const Mandate = describe(
  'A direct debit mandate with its status, consent and timeline.',
  z.extend(MandateRow, {
    limitKobo: describe(
      'Maximum debited from the account at once in kobo: the amount, plus the fee when the customer bears it.',
      Kobo,
    ),
    maxTotalKobo: describe('Maximum total of all debits in kobo. Null for no limit.', z.nullable(Kobo)),
    feeBearer: FeeBearer,
    debitedKobo: describe('Total of successful debits in kobo.', Kobo),
    debits: describe('Number of successful debits.', z.int()),
    leftKobo: describe(
      'Amount that can still be debited in kobo: the maximum total less successful debits and debits that ' +
        'have not ended. Null without a maximum total.',
      z.nullable(Kobo),
    ),
    standing: MandateStanding,
    consentUrl: describe(
      'URL of the page where the customer consents, sees the status and can cancel. Anyone with the URL can use it: give it to ' +
        'the customer only. Null for a draft, and for members and keys without `direct_debit.manage`.',
      z.nullable(z.string()),
    ),
    consent: describe(
      'Consent of the customer: time, IP address and text accepted. Null until then.',
      z.nullable(
        z.object({
          acceptedAt: Timestamp,
          ip: z.nullable(z.string()),
          textVersion: z.string(),
          text: z.array(z.string()),
        }),
      ),
    ),
    sentAt: describe('Time the request was sent to the customer. Null for a draft.', z.nullable(Timestamp)),
    authorizedAt: describe('Time the NGN 50 transfer proved the account. Null until then.', z.nullable(Timestamp)),
    activatedAt: describe('Time the bank activated the mandate. Null until then.', z.nullable(Timestamp)),
    readyAt: describe('Time from which debits are possible. Null until then.', z.nullable(Timestamp)),
    cancelledAt: describe('Time of the cancellation. Null unless cancelled.', z.nullable(Timestamp)),
    allowed: describe(
      'Actions possible now. `debit` is a debit on demand or on a later day.',
      z.array(z.enum(['edit', 'delete', 'send', 'cancel', 'debit'])),
    ),
    events: describe(
      'Timeline, newest first.',
      z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
    ),
  }),
)
export type Mandate = z.infer<typeof Mandate>

/** Slug (`mnd_…`) or id of a mandate. */
const Key = z
  .string()
  .check(
    z.regex(
      /^(mnd_[0-9a-z]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'Use the id or the slug (mnd_…) of the mandate',
    ),
  )

const filters = {
  search: searchText,
  status: z.optional(z.enum(mandateFilters)),
  customerId: z.optional(Id),
}

export const listMandates = {
  description: 'Mandates, newest first.',
  input: inputSchema({ ...paginationFields, ...filters }),
  output: Paginated(MandateRow),
}

export const downloadMandates = {
  description: 'CSV file of all mandates that match the filter, with Lagos times and naira amounts.',
  input: inputSchema({ ...filters, columns: csvColumns }),
  output: z.string(),
}

export const downloadMandatesXlsx = asWorkbook(downloadMandates)

export const createMandate = {
  description:
    'Creates a mandate after the bank has confirmed the account name: as a draft, or sent to the customer ' +
    'by email at once. 422 at `accountNumber` when the bank does not know the account ' +
    '(`account_unknown`), does not allow mandates on it (`account_refused`) or does not return its name ' +
    '(`account_unchecked`), at `startOn` before tomorrow or more than a year ahead, ' +
    '`customer_blacklisted` at `customerEmail`; 429 `email_limit_reached` when it is sent; 503 ' +
    '`unavailable` when the bank does not respond.',
  input: NewMandate,
  output: Mandate,
}

export const sendMandate = {
  description:
    'Emails the request to the customer: for a draft, again while it waits for consent or for the ' +
    'transfer, and after it expired. At most once a minute: a second call within a minute sends nothing. ' +
    '409 `start_passed` when its days have passed, `customer_blacklisted`, `subscription_ended`, ' +
    '`mandate_move_refused` in any other status; 429 `email_limit_reached`.',
  input: inputSchema({ id: describe('Id of the mandate. Required.', Id) }),
  output: Mandate,
}

export const getMandate = {
  description: 'One mandate by slug or id. 404 `mandate_not_found`.',
  input: inputSchema({ id: Key }),
  output: Mandate,
}

export const updateMandate = {
  description:
    'Replaces the content of a draft mandate. 409 `mandate_move_refused` once it was sent: customers keep ' +
    'what they received. 422 and 503 as for a new mandate.',
  input: MandateChanges,
  output: Mandate,
}

export const deleteMandate = {
  description: 'Deletes a draft mandate. 409 `mandate_move_refused` in any other status.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const getMandateStatus = {
  description: 'Status of a mandate. Suitable for polling. 404 `mandate_not_found`.',
  input: inputSchema({ id: Id }),
  output: MandateStanding,
}

export const cancelMandate = {
  description:
    'Cancels a mandate for good. Planned debits and debits that wait for another attempt are cancelled; a ' +
    'debit that the bank processes is completed. `reason` is optional, at most 200 characters, and never shown to the customer. 409 ' +
    '`mandate_move_refused` for a draft and for a mandate that has ended in another way; a cancelled ' +
    'mandate is returned unchanged.',
  input: CancelReason,
  output: Mandate,
}

export const debitNow = {
  description:
    'Debits a `variable` mandate on demand: at 09:00 Lagos time on the first day that is at least 24 hours ahead (`dueOn`). The ' +
    'customer is notified by email at once, and can cancel the mandate; you can cancel the debit until it starts. 409 `mandate_fixed`, `mandate_not_active`, `mandate_not_ready`, ' +
    '`mandate_not_begun` before its first day, `mandate_over` when its last day is earlier, ' +
    '`mandate_of_subscription`, `customer_blacklisted` or `too_many_debits`; 422 `above_mandate` at ' +
    '`amountKobo` above its maximum or above what is left of its maximum total.',
  input: NewDebit,
  output: Debit,
}

export const scheduleDebit = {
  description:
    'Schedules a debit of a `variable` mandate on a later day within the mandate. The mandate must be ' +
    'active; it need not be ready yet. At most 100 debits of a mandate that have not ended: 409 ' +
    '`too_many_debits`. 422 at `date` less than 24 hours ahead or outside the mandate. Other errors as for a ' +
    'debit on demand.',
  input: NewScheduledDebit,
  output: Debit,
}

export const cancelDebit = {
  description:
    'Cancels a debit that is planned or waits for another attempt, by the id of the debit; a fixed ' +
    'schedule continues with the next one. 404 `debit_not_found`, 409 `debit_not_cancellable` while the ' +
    'bank processes it and after it has succeeded or failed.',
  input: inputSchema({ id: Id }),
  output: Debit,
}

export const listDebits = {
  description: 'Debits of a mandate, latest due day first.',
  input: inputSchema({ ...paginationFields, id: Id, status: z.optional(DebitStatus) }),
  output: Paginated(Debit),
}

export const listMandatePayments = {
  description: 'Payments of a mandate, one for each attempt of a debit, newest first.',
  input: inputSchema({ ...paginationFields, id: Id }),
  output: Paginated(PaymentRow),
}

export const getDebitCalendar = {
  description:
    'Debits of all mandates by Lagos day; only days with debits, and no cancelled debits. A debit is listed on its due day, ' +
    'or on the day of its next attempt. At most 62 days, both ends included, and 1,000 debits; the totals are of the ' +
    'listed debits. 422 at `to` for a longer period.',
  input: inputSchema({ from: Day, to: Day }),
  output: z.extend(DebitTotals, {
    days: z.array(z.extend(DebitTotals, { day: Day, debits: z.array(CalendarDebit) })),
    /** Whether there are more debits than are listed. */
    isCapped: z.boolean(),
  }),
}
