import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { input, Timestamp } from './fields.ts'

export const KycStatus = z.enum([
  'PENDING_MERCHANT_SUBMISSION',
  'PENDING_REVIEW',
  'PENDING_MERCHANT_RESUBMISSION',
  'APPROVED',
  'REJECTED',
  'EXPIRED',
])
/** Keyed by KYC type: `{ BUSINESS_DETAILS: { kycStatus, … } }`. */
export const KycStatuses = z.record(
  z.string(),
  z.object({
    kycStatus: KycStatus,
    reason: z.nullable(z.string()),
    submittedAt: z.nullable(Timestamp),
    reviewedAt: z.nullable(Timestamp),
  }),
)

export const getKycStatus = on('core', 'merchant').get(
  'api/v1/merchants/:merchantId/kyc-status',
  input({}),
  KycStatuses,
)
