import { payoutAccountErrors } from './bank-accounts.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './kyc-schemas.ts'
import type { KycStatus, KycStatuses } from './kyc-schemas.ts'

export const kycStatuses = [
  'PENDING_MERCHANT_SUBMISSION',
  'PENDING_REVIEW',
  'PENDING_MERCHANT_RESUBMISSION',
  'APPROVED',
  'REJECTED',
  'EXPIRED',
] as const

/** Answers of a register to a Bank Verification Number. `partial_match`, `watch_listed` and `unchecked` need a person's decision. */
export const bvnOutcomes = ['match', 'partial_match', 'mismatch', 'not_found', 'watch_listed', 'unchecked'] as const

export type KycItem = KycStatuses[string]

/** Allowed status transitions; all others are rejected. */
export const kycMoves: Record<KycStatus, readonly KycStatus[]> = {
  PENDING_MERCHANT_SUBMISSION: ['PENDING_REVIEW'],
  PENDING_REVIEW: ['APPROVED', 'REJECTED', 'PENDING_MERCHANT_RESUBMISSION'],
  PENDING_MERCHANT_RESUBMISSION: ['PENDING_REVIEW'],
  APPROVED: ['EXPIRED', 'PENDING_MERCHANT_RESUBMISSION'],
  EXPIRED: ['PENDING_REVIEW'],
  REJECTED: ['PENDING_MERCHANT_RESUBMISSION'],
}

/** Statuses of a decided item that a reviewer may open again, after a mistake. Then it is in review, with what was submitted. */
export const reopenedStatuses: readonly KycStatus[] = ['APPROVED', 'REJECTED', 'PENDING_MERCHANT_RESUBMISSION']

/** KYC types that are documents; each is uploaded to `upload-kyc/:type`. */
export const documentTypes = [
  'OWNER_IDENTITY',
  'PROOF_OF_ADDRESS',
  'CAC_CERTIFICATE',
  'CAC_STATUS_REPORT',
  'MEMART',
  'BOARD_RESOLUTION',
  'SCUML_CERTIFICATE',
  'OPERATING_LICENCE',
] as const

export const getKycStatus = endpointsFor('core', 'merchant', 'account', 'every member').get<
  typeof schemas.getKycStatus
>('api/v1/merchants/:merchantId/kyc-status')

/** Errors of a submission to any KYC step. */
const submissionErrors = [
  'details_missing',
  'details_submitted',
  'kyc_move',
  'kyc_not_asked',
  'kyc_rejected',
  'kyc_submitted',
] as const

const member = endpointsFor('core', 'member', 'account', 'business')
export const listKycTypes = member.get<typeof schemas.listKycTypes>('api/v1/merchants/:merchantId/kyc-types')
export const submitBvn = member.post<typeof schemas.submitBvn>('api/v1/merchants/:merchantId/upload-kyc/bvn', {
  errors: [...submissionErrors, 'too_many_attempts'],
})
export const submitTaxId = member.post<typeof schemas.submitTaxId>('api/v1/merchants/:merchantId/upload-kyc/tax-id', {
  errors: submissionErrors,
})
export const submitDirectors = member.post<typeof schemas.submitDirectors>(
  'api/v1/merchants/:merchantId/upload-kyc/directors',
  { errors: submissionErrors },
)
export const uploadDocument = member.upload<typeof schemas.uploadDocument>(
  'api/v1/merchants/:merchantId/upload-kyc/:type',
  { errors: submissionErrors },
)
/** Needs the permission of bank accounts, not of the business: it says where the money goes. */
export const submitSettlementAccount = endpointsFor('core', 'member', 'account', 'bank_accounts').post<
  typeof schemas.submitSettlementAccount
>('api/v1/merchants/:merchantId/bank-accounts', {
  errors: [
    ...payoutAccountErrors,
    ...submissionErrors,
    'account_needs_approval' as const,
    'too_many_bank_accounts' as const,
  ].sort(),
})
