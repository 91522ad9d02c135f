import type * as schemas from './direct-debit-schemas.ts'
import type { DebitStatus, MandateStatus } from './direct-debit-schemas.ts'
import { dayMs, hourMs } from './durations.ts'
import { endpointsFor } from './endpoint.ts'

/**
 * Kinds of mandate. `fixed`: the same amount on a schedule. `variable`: the merchant sets the amount of each debit,
 * up to a maximum.
 */
export const mandateKinds = ['fixed', 'variable'] as const
export const mandateKindNames: Record<(typeof mandateKinds)[number], string> = {
  fixed: 'Fixed amount',
  variable: 'Flexible amount',
}

/** Maximum amount of one debit in kobo, a limit of the interbank network for personal accounts. */
export const mandateMaximumKobo = 25_000_000_00

/** Statuses of a mandate that has not ended. */
export const openMandateStatuses = [
  'draft',
  'pending',
  'pending_authorization',
  'pending_activation',
  'active',
  'suspended',
] as const

/** Reasons of the ends that the customer chose on the page of the mandate. */
export const endedByCustomer = { declined: 'The customer declined', cancelled: 'Cancelled by the customer' } as const

/** Statuses in which the customer has agreed, and can cancel what they agreed to. */
export const stoppableStatuses: readonly MandateStatus[] = [
  'pending_authorization',
  'pending_activation',
  'active',
  'suspended',
]

export const mandateStatuses = [
  ...openMandateStatuses,
  'rejected',
  'authorization_expired',
  'cancelled',
  'expired',
] as const

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
export const consentWindowMs = 14 * dayMs

export const authorizationWindowMs = 48 * hourMs

export const debitStatuses = ['scheduled', 'processing', 'retrying', 'success', 'failed', 'cancelled'] as const

export const debitMoves: Record<DebitStatus, readonly DebitStatus[]> = {
  scheduled: ['processing', 'cancelled'],
  processing: ['success', 'failed', 'retrying'],
  retrying: ['processing', 'failed', 'cancelled'],
  success: [],
  failed: [],
  cancelled: [],
}

/** Failure code of a debit with status `cancelled` that its customer skipped. */
export const skippedByCustomer = 'skipped_by_customer'

/** Maximum attempts of one debit. */
export const debitAttempts = 3

const { get, post, create, del, download } = endpointsFor('core', 'merchant', 'payments', 'direct_debit')

/**
 * Status filter: one status; `waiting` (somebody must act before it is active: `draft`, `pending`,
 * `pending_authorization`, `pending_activation`); or `ended` (`rejected`, `authorization_expired`, `cancelled`,
 * `expired`).
 */
export const mandateFilters = [...mandateStatuses, 'waiting', 'ended'] as const

export const listMandates = get<typeof schemas.listMandates>('direct-debit')
export const downloadMandates = download<typeof schemas.downloadMandates>('direct-debit/csv/download', 'mandate.csv')
export const downloadMandatesXlsx = download<typeof schemas.downloadMandatesXlsx>(
  'direct-debit/xlsx/download',
  'mandate.xlsx',
)
export const createMandate = create<typeof schemas.createMandate>('direct-debit', {
  errors: [
    'account_refused',
    'account_unchecked',
    'account_unknown',
    'customer_blacklisted',
    'email_limit_reached',
    'too_many_attempts',
  ],
})
export const sendMandate = post<typeof schemas.sendMandate>('send-direct-draft', {
  errors: [
    'customer_blacklisted',
    'email_limit_reached',
    'mandate_move_refused',
    'mandate_not_found',
    'start_passed',
    'subscription_ended',
  ],
})
export const getMandate = get<typeof schemas.getMandate>('direct-debit/:id', { errors: ['mandate_not_found'] })
export const updateMandate = post<typeof schemas.updateMandate>('direct-debit/:id', {
  errors: [
    'account_refused',
    'account_unchecked',
    'account_unknown',
    'customer_blacklisted',
    'mandate_move_refused',
    'mandate_not_found',
    'too_many_attempts',
  ],
})
export const deleteMandate = del<typeof schemas.deleteMandate>('direct-debit/:id', {
  errors: ['mandate_move_refused', 'mandate_not_found'],
})
export const getMandateStatus = get<typeof schemas.getMandateStatus>('status/:id', { errors: ['mandate_not_found'] })
export const cancelMandate = post<typeof schemas.cancelMandate>('direct-debit/:id/cancel', {
  errors: ['mandate_move_refused', 'mandate_not_found'],
})
export const debitNow = create<typeof schemas.debitNow>('direct-debit/:id/debits', {
  errors: [
    'above_mandate',
    'customer_blacklisted',
    'mandate_fixed',
    'mandate_not_active',
    'mandate_not_begun',
    'mandate_not_found',
    'mandate_not_ready',
    'mandate_of_subscription',
    'mandate_over',
    'payments_stopped',
    'too_many_debits',
  ],
})
export const scheduleDebit = create<typeof schemas.scheduleDebit>('schedule-customer-debit', {
  errors: [
    'above_mandate',
    'customer_blacklisted',
    'mandate_fixed',
    'mandate_not_active',
    'mandate_not_found',
    'mandate_of_subscription',
    'mandate_over',
    'payments_stopped',
    'too_many_debits',
  ],
})
export const cancelDebit = post<typeof schemas.cancelDebit>('cancel-schedule/:id', {
  errors: ['debit_move_refused', 'debit_not_cancellable', 'debit_not_found'],
})
export const listDebits = get<typeof schemas.listDebits>('direct-debit/:id/debits', { errors: ['mandate_not_found'] })
export const listMandatePayments = get<typeof schemas.listMandatePayments>('direct-debit/:id/transactions', {
  errors: ['mandate_not_found'],
})
export const getDebitCalendar = get<typeof schemas.getDebitCalendar>('direct-debit/calendar')
