import * as z from 'zod/mini'
import {
  CancelReason,
  Frequency,
  MandateChanges,
  MandateKind,
  NewDebit,
  NewMandate,
  NewScheduledDebit,
} from './direct-debit-fields.ts'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Day,
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import { PaymentRow } from './payments.ts'

export const mandateStatuses = [
  'draft',
  'pending',
  'pending_authorization',
  'pending_activation',
  'active',
  'suspended',
  'rejected',
  'authorization_expired',
  'cancelled',
  'expired',
] as const
export const MandateStatus = z.enum(mandateStatuses)
export type MandateStatus = z.infer<typeof MandateStatus>

/**
 * Allowed status transitions; all others are rejected. Additions to the usual ones: a request that was sent can be
 * withdrawn (`pending` to `cancelled`), and expires when the customer does not respond in time.
 */
export const mandateMoves: Record<MandateStatus, readonly MandateStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['pending_authorization', 'rejected', 'cancelled', 'authorization_expired'],
  pending_authorization: ['pending_activation', 'authorization_expired', 'rejected', 'cancelled'],
  pending_activation: ['active', 'rejected', 'cancelled'],
  active: ['suspended', 'cancelled', 'expired'],
  suspended: ['active', 'cancelled', 'expired'],
  rejected: [],
  authorization_expired: ['pending'],
  cancelled: [],
  expired: [],
}

/** Time for the customer to consent, and then to send the NGN 50 transfer. */
export const consentWindowMs = 14 * 86_400_000
export const authorizationWindowMs = 48 * 3_600_000

export const debitStatuses = ['scheduled', 'processing', 'retrying', 'success', 'failed', 'cancelled'] as const
export const DebitStatus = z.enum(debitStatuses)
export type DebitStatus = z.infer<typeof DebitStatus>
export const debitMoves: Record<DebitStatus, readonly DebitStatus[]> = {
  scheduled: ['processing', 'cancelled'],
  processing: ['success', 'failed', 'retrying'],
  retrying: ['processing', 'failed', 'cancelled'],
  success: [],
  failed: [],
  cancelled: [],
}
/** Maximum attempts of one debit. */
export const debitAttempts = 3

/** A debit of a mandate. */
export const Debit = z.object({
  id: Id,
  mandateId: Id,
  reference: z.string(),
  /** Origin: `schedule` (frequency of a fixed mandate), `planned` (on a day you chose) or `now` (on demand). */
  source: z.enum(['schedule', 'planned', 'now']),
  /** `processing`: at the bank. `retrying`: waits for another attempt. */
  status: DebitStatus,
  /** Amount debited from the account in kobo. */
  amountKobo: Kobo,
  /** Price in kobo. Less than the amount when the customer bears the fee. */
  priceKobo: Kobo,
  narration: z.string(),
  /** Lagos day on which the debit was first due. */
  dueOn: Day,
  /** Time of the next attempt. Null while the bank processes the debit and after it has ended. */
  nextAttemptAt: z.nullable(Timestamp),
  /** Time the customer was notified of the debit. Null until then. */
  noticedAt: z.nullable(Timestamp),
  /** Number of attempts so far, at most 3. */
  attempts: z.int(),
  /**
   * Reason of the last failure, or of the cancellation. `bankCode`: ISO 8583 response code such as 51 when a bank
   * declined, otherwise null. Null without a failure or cancellation.
   */
  failure: z.nullable(z.object({ code: z.string(), message: z.string(), bankCode: z.nullable(z.string()) })),
  /** Payment of the last attempt. Null before the first attempt. */
  paymentId: z.nullable(Id),
  /** Time the debit succeeded, failed or was cancelled. Null until then. */
  endedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Debit = z.infer<typeof Debit>

const Account = z.object({
  bankId: z.int(),
  bankName: z.string(),
  bankCode: z.string(),
  /** Masked account number: `******0018`. */
  accountNumber: z.string(),
  accountName: z.string(),
})

/** A mandate as it appears in lists. */
export const MandateRow = z.object({
  id: Id,
  /** Public id of the mandate, `mnd_…`: last part of its page URL, `/directDebit/{slug}`. */
  slug: z.string(),
  /** Reference shown to customer, bank and merchant: `MND-…`. */
  reference: z.string(),
  /**
   * `pending`: waits for the customer's consent. `pending_authorization`: waits for the NGN 50 transfer.
   * `pending_activation`: waits for the bank. `authorization_expired`: the customer did not respond in time.
   */
  status: MandateStatus,
  /** Whether debits are possible. This takes some time after the bank has activated the mandate. */
  readyToDebit: z.boolean(),
  /** `fixed`: the same amount on a schedule. `variable`: you set the amount of each debit. */
  kind: MandateKind,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  ...Account.shape,
  /** Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo. */
  amountKobo: Kobo,
  /** Interval of the debits. Null for `variable`. */
  frequency: z.nullable(Frequency),
  /** First Lagos day on which a debit is possible. */
  startOn: Day,
  /** Last Lagos day on which a debit is possible. Null for no end. */
  endOn: z.nullable(Day),
  /** Text on the customer's bank statement. */
  narration: z.string(),
  /** Time of the next planned debit or next attempt. Null when none is planned. */
  nextDebitAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type MandateRow = z.infer<typeof MandateRow>

/** Step from creation to the first debit, in order. `at` is the time it was completed. */
export const MandateStep = z.object({
  key: z.enum(['created', 'sent', 'consented', 'transferred', 'activated', 'ready']),
  state: z.enum(['done', 'current', 'upcoming', 'failed']),
  at: z.nullable(Timestamp),
})

/** Status of a mandate, with the steps to the first debit and who must act next. */
export const MandateStanding = z.object({
  id: Id,
  status: MandateStatus,
  readyToDebit: z.boolean(),
  steps: z.array(MandateStep),
  /** Who must act next. Null when nobody has to. */
  waitsFor: z.nullable(z.enum(['business', 'customer', 'bank'])),
  /** Start of the wait. Null when nobody has to act. */
  waitsSince: z.nullable(Timestamp),
  /**
   * Time the current step expires: 14 days for the consent (earlier if the mandate ends before), 48 hours for the
   * transfer, or the end date. Null for no expiry.
   */
  endsAt: z.nullable(Timestamp),
  /** Reason of status `rejected`, `suspended`, `cancelled`, `expired` or `authorization_expired`. Null otherwise. */
  reason: z.nullable(z.string()),
})
export type MandateStanding = z.infer<typeof MandateStanding>

/** A direct debit mandate with its status, consent and timeline. */
export const Mandate = z.extend(MandateRow, {
  /** Maximum debited from the account at once in kobo: the amount, plus the fee when the customer bears it. */
  limitKobo: Kobo,
  /** Maximum total of all debits in kobo. Null for no limit. */
  maxTotalKobo: z.nullable(Kobo),
  feeBearer: FeeBearer,
  /** Total of successful debits in kobo. */
  debitedKobo: Kobo,
  /** Number of successful debits. */
  debits: z.int(),
  /**
   * Amount that can still be debited in kobo: the maximum total less successful debits and debits that have not ended.
   * Null without a maximum total.
   */
  leftKobo: z.nullable(Kobo),
  standing: MandateStanding,
  /** URL of the page where the customer consents and sees the status. Null for a draft. */
  consentUrl: z.nullable(z.string()),
  /** Consent of the customer: time, IP address and text accepted. Null until then. */
  consent: z.nullable(
    z.object({ acceptedAt: Timestamp, ip: z.nullable(z.string()), textVersion: z.string(), text: z.array(z.string()) }),
  ),
  /** Time the request was sent to the customer. Null for a draft. */
  sentAt: z.nullable(Timestamp),
  /** Time the NGN 50 transfer proved the account. Null until then. */
  authorizedAt: z.nullable(Timestamp),
  /** Time the bank activated the mandate. Null until then. */
  activatedAt: z.nullable(Timestamp),
  /** Time from which debits are possible. Null until then. */
  readyAt: z.nullable(Timestamp),
  /** Time of the cancellation. Null unless cancelled. */
  cancelledAt: z.nullable(Timestamp),
  /** Actions possible now. `debit` is for now and for a later day. */
  allowed: z.array(z.enum(['edit', 'delete', 'send', 'cancel', 'debit'])),
  /** Timeline, newest first. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Mandate = z.infer<typeof Mandate>

/** Slug (`mnd_…`) or id of a mandate. */
const Key = z
  .string()
  .check(z.regex(/^(mnd_[0-9a-z]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'This is not an id of ours'))

const { get, post, create, del, download } = endpointsFor('core', 'merchant')

/**
 * Status filter: one status; `waiting` (somebody must act before it is active: `draft`, `pending`,
 * `pending_authorization`, `pending_activation`); or `ended` (`rejected`, `authorization_expired`, `cancelled`,
 * `expired`).
 */
export const mandateFilters = [...mandateStatuses, 'waiting', 'ended'] as const
const filters = {
  search: z.optional(SearchText(254)),
  status: z.optional(z.enum(mandateFilters)),
  customerId: z.optional(Id),
}
/** Mandates, newest first. `search` matches the start of the customer's email address, of a name or of the reference. */
export const listMandates = get('direct-debit', inputSchema({ ...paginationFields, ...filters }), Paginated(MandateRow))
/** CSV file of all mandates that match the filter, with Lagos times and naira amounts. */
export const downloadMandates = download(
  'direct-debit/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  'mandate.csv',
)
/**
 * Creates a mandate after the bank has confirmed the account name: as a draft, or sent to the customer by email at
 * once. 422 at `accountNumber` when the bank does not know the account (`account_unknown`), does not allow mandates on it
 * (`account_refused`) or does not return its name (`account_unchecked`), at `startOn` before tomorrow or more than a year
 * ahead, `customer_blacklisted` at `customerEmail`; 429 `email_limit_reached` when it is sent; 503 `unavailable` when the
 * bank does not respond.
 */
export const createMandate = create('direct-debit', NewMandate, Mandate)
/**
 * Emails the request to the customer: for a draft, again while it waits for consent or for the transfer, and after it
 * expired. At most once a minute: a second call within a minute sends nothing. 409 `start_passed` when its days have
 * passed, `customer_blacklisted`, `subscription_ended`, `mandate_move_refused` in any other status; 429
 * `email_limit_reached`.
 */
export const sendMandate = post('send-direct-draft', inputSchema({ id: Id }), Mandate)
/** One mandate by slug or id. 404 `mandate_not_found`. */
export const getMandate = get('direct-debit/:id', inputSchema({ id: Key }), Mandate)
/**
 * Replaces the content of a draft mandate. 409 `mandate_move_refused` once it was sent: customers keep what they
 * received. 422 and 503 as for a new mandate.
 */
export const editMandate = post('direct-debit/:id', MandateChanges, Mandate)
/** Deletes a draft mandate. 409 `mandate_move_refused` in any other status. */
export const deleteMandate = del('direct-debit/:id', inputSchema({ id: Id }), NoContent)
/** Status of a mandate. Suitable for polling. 404 `mandate_not_found`. */
export const getMandateStatus = get('status/:id', inputSchema({ id: Id }), MandateStanding)
/**
 * Cancels a mandate for good. Planned debits and debits that wait for another attempt are cancelled; a debit that the
 * bank processes is completed. `reason` is optional, at most 200 characters. 409 `mandate_move_refused` for a draft and
 * for a mandate that has ended in another way; a cancelled mandate is returned unchanged.
 */
export const cancelMandate = post('direct-debit/:id/cancel', CancelReason, Mandate)
/**
 * Debits a `variable` mandate now. 409 `mandate_fixed`, `mandate_not_active`, `mandate_not_ready`, `mandate_not_begun`
 * before its first day, `mandate_over` after its last day, `mandate_of_subscription`, `customer_blacklisted` or
 * `too_many_debits`; 422 `above_mandate` at `amountKobo` above its maximum or above what is left of its maximum total.
 */
export const debitNow = create('direct-debit/:id/debits', NewDebit, Debit)
/**
 * Schedules a debit of a `variable` mandate on a later day within the mandate. The mandate must be active; it need not
 * be ready yet. At most 100 debits of a mandate that have not ended: 409 `too_many_debits`. 422 at `date` before tomorrow
 * or outside the mandate. Other errors as for a debit now.
 */
export const scheduleDebit = create('schedule-customer-debit', NewScheduledDebit, Debit)
/**
 * Cancels a debit that is planned or waits for another attempt, by the id of the debit; a fixed schedule continues
 * with the next one. 404 `debit_not_found`, 409 `debit_not_cancellable` while the bank processes it and after it has
 * succeeded or failed.
 */
export const cancelDebit = post('cancel-schedule/:id', inputSchema({ id: Id }), Debit)
/** Debits of a mandate, latest due day first. */
export const listDebits = get(
  'direct-debit/:id/debits',
  inputSchema({ ...paginationFields, id: Id, status: z.optional(DebitStatus) }),
  Paginated(Debit),
)
/** Payments of a mandate, one for each attempt of a debit, newest first. */
export const listMandatePayments = get(
  'direct-debit/:id/transactions',
  inputSchema({ ...paginationFields, id: Id }),
  Paginated(PaymentRow),
)

/** Upcoming debit. `debitId` is null for an expected debit: a fixed schedule creates only the next debit in advance. */
export const ComingDebit = z.object({
  debitId: z.nullable(Id),
  mandateId: Id,
  mandateSlug: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  amountKobo: Kobo,
  status: z.enum(['scheduled', 'retrying', 'expected']),
})
export type ComingDebit = z.infer<typeof ComingDebit>
/**
 * Upcoming debits of all mandates by Lagos day; only days with debits. At most 62 days, both ends included, and 1,000
 * debits; the totals are of the listed debits. 422 at `to` for a longer period.
 */
export const getDebitCalendar = get(
  'direct-debit/calendar',
  inputSchema({ from: Day, to: Day }),
  z.object({
    days: z.array(z.object({ day: Day, totalKobo: Kobo, count: z.int(), debits: z.array(ComingDebit) })),
    totalKobo: Kobo,
    count: z.int(),
    /** Whether there are more debits than are listed. */
    isCapped: z.boolean(),
  }),
)
