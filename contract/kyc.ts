import { endpointsFor } from './endpoint.ts'
import type * as schemas from './kyc-schemas.ts'
import type { KycStatus, KycStatuses } from './kyc-schemas.ts'

export type KycItem = KycStatuses[string]

/** Allowed status transitions; all others are rejected. */
export const kycMoves: Record<KycStatus, readonly KycStatus[]> = {
  PENDING_MERCHANT_SUBMISSION: ['PENDING_REVIEW'],
  PENDING_REVIEW: ['APPROVED', 'REJECTED', 'PENDING_MERCHANT_RESUBMISSION'],
  PENDING_MERCHANT_RESUBMISSION: ['PENDING_REVIEW'],
  APPROVED: ['EXPIRED', 'PENDING_MERCHANT_RESUBMISSION'],
  EXPIRED: ['PENDING_REVIEW'],
  REJECTED: [],
}

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

export const getKycStatus = endpointsFor('core', 'merchant', 'account').get<typeof schemas.getKycStatus>(
  'api/v1/merchants/:merchantId/kyc-status',
)

const member = endpointsFor('core', 'member', 'account')
export const listKycTypes = member.get<typeof schemas.listKycTypes>('api/v1/merchants/:merchantId/kyc-types')
export const submitBvn = member.post<typeof schemas.submitBvn>('api/v1/merchants/:merchantId/upload-kyc/bvn', {
  errors: [
    'details_missing',
    'details_submitted',
    'kyc_move',
    'kyc_not_asked',
    'kyc_rejected',
    'kyc_submitted',
    'too_many_attempts',
  ],
})
export const submitTaxId = member.post<typeof schemas.submitTaxId>('api/v1/merchants/:merchantId/upload-kyc/tax-id', {
  errors: ['details_missing', 'details_submitted', 'kyc_move', 'kyc_not_asked', 'kyc_rejected', 'kyc_submitted'],
})
export const submitDirectors = member.post<typeof schemas.submitDirectors>(
  'api/v1/merchants/:merchantId/upload-kyc/directors',
  { errors: ['details_missing', 'details_submitted', 'kyc_move', 'kyc_not_asked', 'kyc_rejected', 'kyc_submitted'] },
)
export const uploadDocument = member.upload<typeof schemas.uploadDocument>(
  'api/v1/merchants/:merchantId/upload-kyc/:type',
  { errors: ['details_missing', 'details_submitted', 'kyc_move', 'kyc_not_asked', 'kyc_rejected', 'kyc_submitted'] },
)
export const submitSettlementAccount = member.post<typeof schemas.submitSettlementAccount>(
  'api/v1/merchants/:merchantId/bank-accounts',
  {
    errors: [
      'account_unknown',
      'bank_account_changed',
      'bank_account_exists',
      'bank_account_not_found',
      'confirmation_required',
      'details_missing',
      'details_submitted',
      'kyc_move',
      'kyc_not_asked',
      'kyc_rejected',
      'kyc_submitted',
      'primary_account_needed',
      'too_many_attempts',
      'too_many_bank_accounts',
    ],
  },
)
