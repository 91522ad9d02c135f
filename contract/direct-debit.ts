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
 * Which status may follow which; any other move is refused. Beyond the usual ones a request that was mailed can be
 * withdrawn (`pending` to `cancelled`), and ends where nobody answers it in time.
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

/** How long a customer has to answer the request, and then to send the NGN 50. */
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
/** How often one debit is tried in all. */
export const debitAttempts = 3

export const Debit = z.object({
  id: Id,
  mandateId: Id,
  reference: z.string(),
  /** `schedule`: by the frequency of a fixed mandate; `planned`: for a day the business named; `now`: on demand. */
  source: z.enum(['schedule', 'planned', 'now']),
  status: DebitStatus,
  /** What leaves the account. */
  amountKobo: Kobo,
  /** What was asked: less than the amount where the customer bears the fee. */
  priceKobo: Kobo,
  narration: z.string(),
  /** The Lagos day it was first due on. */
  dueOn: Day,
  /** When it is tried next; null while it is at the bank and once it has ended. */
  nextAttemptAt: z.nullable(Timestamp),
  /** When the customer was told of it. */
  noticedAt: z.nullable(Timestamp),
  /** Tries so far, of `debitAttempts`. */
  attempts: z.int(),
  /** The last refusal; of a cancelled debit why it was cancelled. `bankCode`: 51 and its like, where a bank refused. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string(), bankCode: z.nullable(z.string()) })),
  /** The payment of the last try. */
  paymentId: z.nullable(Id),
  endedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Debit = z.infer<typeof Debit>

const Account = z.object({
  bankId: z.int(),
  bankName: z.string(),
  bankCode: z.string(),
  /** `******0018` */
  accountNumber: z.string(),
  accountName: z.string(),
})

export const MandateRow = z.object({
  id: Id,
  /** `mnd_…`: the last part of the page's address, `/directDebit/{slug}`. */
  slug: z.string(),
  /** What customer, bank and business call it by: `MND-…`. */
  reference: z.string(),
  status: MandateStatus,
  /** Whether debits can be made: some time after the bank activated it. */
  readyToDebit: z.boolean(),
  kind: MandateKind,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  ...Account.shape,
  amountKobo: Kobo,
  frequency: z.nullable(Frequency),
  startOn: Day,
  endOn: z.nullable(Day),
  narration: z.string(),
  /** The next debit that is planned, or the next try. */
  nextDebitAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type MandateRow = z.infer<typeof MandateRow>

/** A step on the way to the first debit, in order. `at`: when it was done. */
export const MandateStep = z.object({
  key: z.enum(['created', 'sent', 'consented', 'transferred', 'activated', 'ready']),
  state: z.enum(['done', 'current', 'upcoming', 'failed']),
  at: z.nullable(Timestamp),
})

/** Where a mandate stands, for who waits for it. */
export const MandateStanding = z.object({
  id: Id,
  status: MandateStatus,
  readyToDebit: z.boolean(),
  steps: z.array(MandateStep),
  /** Who has to do something next; null where nobody has. */
  waitsFor: z.nullable(z.enum(['business', 'customer', 'bank'])),
  waitsSince: z.nullable(Timestamp),
  /** When the present step ends by itself: the customer's 14 days, the 48 hours, the end date. */
  endsAt: z.nullable(Timestamp),
  /** Why it was rejected, suspended, cancelled or expired. */
  reason: z.nullable(z.string()),
})
export type MandateStanding = z.infer<typeof MandateStanding>

export const Mandate = z.extend(MandateRow, {
  /** What a debit takes from the account at most: the amount, and the fee where the customer bears it. */
  limitKobo: Kobo,
  maxTotalKobo: z.nullable(Kobo),
  feeBearer: FeeBearer,
  /** Of successful debits. */
  debitedKobo: Kobo,
  debits: z.int(),
  /** What may still be debited: the limit of the sum less what was and what is planned; null without such a limit. */
  leftKobo: z.nullable(Kobo),
  standing: MandateStanding,
  /** Where the customer consents and sees where it stands. Null for a draft. */
  consentUrl: z.nullable(z.string()),
  consent: z.nullable(
    z.object({ acceptedAt: Timestamp, ip: z.nullable(z.string()), textVersion: z.string(), text: z.array(z.string()) }),
  ),
  sentAt: z.nullable(Timestamp),
  authorizedAt: z.nullable(Timestamp),
  activatedAt: z.nullable(Timestamp),
  readyAt: z.nullable(Timestamp),
  cancelledAt: z.nullable(Timestamp),
  /** What can be done now; a button for each. `debit` is for now and for a later day. */
  allowed: z.array(z.enum(['edit', 'delete', 'send', 'cancel', 'debit'])),
  /** What happened, newest first, in plain sentences. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Mandate = z.infer<typeof Mandate>

/** Slug or id. */
const Key = z
  .string()
  .check(z.regex(/^(mnd_[0-9a-z]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'This is not an id of ours'))

const { get, post, create, del, download } = endpointsFor('core', 'merchant')

/** What a list is asked for: one status, all that wait for somebody, or those that have ended. */
export const mandateFilters = [...mandateStatuses, 'waiting', 'ended'] as const
const filters = {
  search: z.optional(SearchText(254)),
  status: z.optional(z.enum(mandateFilters)),
  customerId: z.optional(Id),
}
/** Newest first. `search` finds by the beginning of the customer's address, of a name, or of the reference. */
export const listMandates = get('direct-debit', inputSchema({ ...paginationFields, ...filters }), Paginated(MandateRow))
/** All that the filter finds, in Lagos time and naira. */
export const downloadMandates = download(
  'direct-debit/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  'mandate.csv',
)
/**
 * Asks the bank for the account's name, then keeps it: as a draft, or mailed to the customer at once. 422 at
 * `accountNumber` where the bank knows no such account, at `startOn` before tomorrow; 503 where the bank does not answer.
 */
export const createMandate = create('direct-debit', NewMandate, Mandate)
/** Mails a draft to the customer; again for one that waits for consent, and for one nobody answered in time. Once a minute. */
export const sendMandate = post('send-direct-draft', inputSchema({ id: Id }), Mandate)
export const getMandate = get('direct-debit/:id', inputSchema({ id: Key }), Mandate)
/** 409 unless it is a draft: what a customer was sent stays as it was. */
export const editMandate = post('direct-debit/:id', MandateChanges, Mandate)
/** 409 unless it is a draft. */
export const deleteMandate = del('direct-debit/:id', inputSchema({ id: Id }), NoContent)
/** Cheap to ask again and again. */
export const getMandateStatus = get('status/:id', inputSchema({ id: Id }), MandateStanding)
/** Planned debits and those waiting for another try are cancelled; one that is at the bank finishes. Not to be undone. */
export const cancelMandate = post('direct-debit/:id/cancel', CancelReason, Mandate)
/** Debits now. 409 unless the mandate is variable and ready; 422 at `amountKobo` above what it allows. */
export const debitNow = create('direct-debit/:id/debits', NewDebit, Debit)
/** As `debitNow`, on a later day within the mandate, which is active and need not be ready. At most 100 wait at a time. */
export const scheduleDebit = create('schedule-customer-debit', NewScheduledDebit, Debit)
/** Takes one debit back that is planned or waits for another try, by its id; a fixed schedule goes on with the next. 409 once it is at the bank. */
export const cancelDebit = post('cancel-schedule/:id', inputSchema({ id: Id }), Debit)
/** The last due first. */
export const listDebits = get(
  'direct-debit/:id/debits',
  inputSchema({ ...paginationFields, id: Id, status: z.optional(DebitStatus) }),
  Paginated(Debit),
)
/** What the debits of a mandate were as payments, each try by itself, newest first. */
export const listMandatePayments = get(
  'direct-debit/:id/transactions',
  inputSchema({ ...paginationFields, id: Id }),
  Paginated(PaymentRow),
)

/** A debit to come. Without `debitId` it is only expected: a fixed schedule plans one debit ahead. */
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
/** The debits to come of all mandates, by Lagos day; only days with some. At most 62 days and 1,000 debits are listed. */
export const getDebitCalendar = get(
  'direct-debit/calendar',
  inputSchema({ from: Day, to: Day }),
  z.object({
    days: z.array(z.object({ day: Day, totalKobo: Kobo, count: z.int(), debits: z.array(ComingDebit) })),
    totalKobo: Kobo,
    count: z.int(),
    /** There are more than are listed. */
    isCapped: z.boolean(),
  }),
)
