import { endpointsFor } from './endpoint.ts'
import { limits } from './limits.ts'
import type { SettlementFigures } from './settlement-figures-schemas.ts'
import type * as schemas from './settlements-schemas.ts'
import type { SettlementLineType, SettlementStatus } from './settlements-schemas.ts'

export const settlementStatuses = ['pending', 'processing', 'success', 'failed', 'on_hold'] as const

/**
 * Allowed status transitions; all others are rejected. A failed or held settlement is retried on the next working
 * day; after `limits.returnedPayouts` returns from one account, only once the account has changed or its owner has
 * confirmed it.
 */
export const settlementMoves: Record<SettlementStatus, readonly SettlementStatus[]> = {
  pending: ['processing', 'on_hold'],
  on_hold: ['pending'],
  processing: ['success', 'failed'],
  failed: ['pending', 'on_hold'],
  success: [],
}

export const settlementLineNames: Record<SettlementLineType, string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  reserve: 'Reserve',
  card_check: 'Card check',
  adjustment: 'Adjustment',
}

/**
 * What a settlement adds up from, between the opening balance and the amount that goes to the bank. A row of 0 is shown
 * only where it is `always` shown. The settlement of a recipient has its fees and VAT in one amount.
 */
export const listSettlementParts = (
  figures: Omit<SettlementFigures, 'openingKobo' | 'bankKobo' | 'closingKobo' | 'differenceKobo'>,
  recipientName?: string,
): [label: string, kobo: number, always?: boolean][] => [
  [recipientName ? `Shares of ${recipientName}` : 'Customers paid', figures.grossKobo, true],
  [recipientName ? 'Fees and VAT' : 'Fees', figures.feesKobo, true],
  ['VAT on the fees', figures.vatKobo, !recipientName],
  ['Shares of others', figures.sharesKobo],
  ['Refunds', figures.refundsKobo],
  ['Disputes', figures.disputesKobo],
  ['Reserve', figures.reserveKobo],
  ['Card checks and adjustments', figures.adjustmentsKobo],
  ['Stamp duty', figures.stampDutyKobo],
]

/** Reasons for a settlement on hold. */
export const holdReasons = [
  'no_bank_account',
  'account_in_review',
  'business_blocked',
  'below_minimum',
  'payouts_returned',
  'provider_review',
] as const

/** Types of settlement lines. `card_check`: a card check received or refunded, neither a sale nor a refund. */
export const settlementLineTypes = ['payment', 'refund', 'dispute', 'reserve', 'card_check', 'adjustment'] as const

const { get, download } = endpointsFor('settlements', 'merchant', 'payments', 'settlements')

const collections = endpointsFor('collections', 'merchant', 'payments', 'settlements')
export const listSettlements = get<typeof schemas.listSettlements>('settlements')
export const searchSettlements = get<typeof schemas.searchSettlements>('settlements/search')
export const getSettlementsSummary = get<typeof schemas.getSettlementsSummary>('api/v1/settlements-summary')
export const listSettlementLines = get<typeof schemas.listSettlementLines>('settlements/details', {
  errors: ['settlement_not_found'],
})
export const downloadSettlements = download<typeof schemas.downloadSettlements>(
  'settlements/download',
  limits.downloads.settlements,
  { errors: ['settlement_not_found'] },
)
export const downloadSettlementsXlsx = download<typeof schemas.downloadSettlementsXlsx>(
  'settlements/xlsx/download',
  'settlement.xlsx',
  {
    errors: ['settlement_not_found'],
  },
)
export const downloadPeriodStatement = download<typeof schemas.downloadPeriodStatement>(
  'settlements/statement',
  'statement.pdf',
)
export const getSettlement = get<typeof schemas.getSettlement>('settlements/:id', { errors: ['settlement_not_found'] })
export const resumeSettlement = endpointsFor('settlements', 'member', 'payments', 'settlements').post<
  typeof schemas.resumeSettlement
>('settlements/:id/resume', {
  errors: ['confirmation_required', 'settlement_move_refused', 'settlement_not_found', 'settlement_not_resumable'],
})
export const downloadSettlementPostings = download<typeof schemas.downloadSettlementPostings>(
  'settlements/:id/postings',
  'postings.csv',
  { errors: ['settlement_not_found'] },
)
export const downloadSettlementStatement = download<typeof schemas.downloadSettlementStatement>(
  'settlements/:id/statement',
  'settlement.pdf',
  { errors: ['settlement_not_found'] },
)
export const getUnsettled = collections.get<typeof schemas.getUnsettled>('payments/settlements/unsettled')
export const getSettlementAnalytics = collections.get<typeof schemas.getSettlementAnalytics>(
  'payments/settlements/analytics',
)
