import * as z from 'zod/mini'
import { BankAccount } from './bank-accounts.ts'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, SingleLineText, Timestamp, Upload } from './fields.ts'
import { BvnSubmission, DirectorsSubmission, SettlementAccount, TaxIdSubmission } from './kyc-form.ts'

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
    /** What was submitted, as far as it may be shown: the last three digits of a number, the name of a file. */
    submitted: z.nullable(z.string()),
  }),
)
export type KycStatuses = z.infer<typeof KycStatuses>
export type KycItem = KycStatuses[string]

/** Which status may follow which; any other move is refused. */
export const kycMoves: Record<z.infer<typeof KycStatus>, readonly z.infer<typeof KycStatus>[]> = {
  PENDING_MERCHANT_SUBMISSION: ['PENDING_REVIEW'],
  PENDING_REVIEW: ['APPROVED', 'REJECTED', 'PENDING_MERCHANT_RESUBMISSION'],
  PENDING_MERCHANT_RESUBMISSION: ['PENDING_REVIEW'],
  APPROVED: ['EXPIRED', 'PENDING_MERCHANT_RESUBMISSION'],
  EXPIRED: ['PENDING_REVIEW'],
  REJECTED: [],
}

/** The documents, by their KYC type; each has its own slot in `upload-kyc/:type`. */
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

export const KycType = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(['form', 'number', 'document']),
})
export type KycType = z.infer<typeof KycType>

export const getKycStatus = endpointsFor('core', 'merchant').get(
  'api/v1/merchants/:merchantId/kyc-status',
  inputSchema({}),
  KycStatuses,
)

const member = endpointsFor('core', 'member')
/** What a business of this type must submit, in the order in which it is asked. */
export const listKycTypes = member.get(
  'api/v1/merchants/:merchantId/kyc-types',
  inputSchema({}),
  z.object({ content: z.array(KycType) }),
)
/** Submissions answer all statuses. 409 `kyc_submitted` for what is in review or approved, 503 where the bank's register does not answer. */
export const submitBvn = member.post('api/v1/merchants/:merchantId/upload-kyc/bvn', BvnSubmission, KycStatuses)
export const submitTaxId = member.post('api/v1/merchants/:merchantId/upload-kyc/tax-id', TaxIdSubmission, KycStatuses)
export const submitDirectors = member.post(
  'api/v1/merchants/:merchantId/upload-kyc/directors',
  DirectorsSubmission,
  KycStatuses,
)
/**
 * A PDF, JPEG or PNG of at most 5 MB, told by its content. `documentId` is the number printed on it, where it has one.
 */
export const uploadDocument = member.upload(
  'api/v1/merchants/:merchantId/upload-kyc/:type',
  inputSchema({
    type: z.enum(documentTypes, 'There is no such document'),
    document: Upload,
    documentId: z.optional(SingleLineText(40)),
  }),
  KycStatuses,
)
/** Names the account that settlements go to: a new one, which becomes a bank account, or one that is there. */
export const submitSettlementAccount = member.post(
  'api/v1/merchants/:merchantId/bank-accounts',
  SettlementAccount,
  BankAccount,
)
