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
/** KYC status by KYC type: `{ BUSINESS_DETAILS: { kycStatus, … } }`. */
export const KycStatuses = z.record(
  z.string(),
  z.object({
    kycStatus: KycStatus,
    reason: z.nullable(z.string()),
    submittedAt: z.nullable(Timestamp),
    reviewedAt: z.nullable(Timestamp),
    /**
     * Submitted value, masked: last three digits of a number, name of a file, type of the business, number of people,
     * or bank and last four digits of an account. Null until submitted.
     */
    submitted: z.nullable(z.string()),
  }),
)
export type KycStatuses = z.infer<typeof KycStatuses>
export type KycItem = KycStatuses[string]

/** Allowed status transitions; all others are rejected. */
export const kycMoves: Record<z.infer<typeof KycStatus>, readonly z.infer<typeof KycStatus>[]> = {
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

/** A KYC requirement: a form, a number or a document. */
export const KycType = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(['form', 'number', 'document']),
})
export type KycType = z.infer<typeof KycType>

/** KYC status of the business by KYC type. */
export const getKycStatus = endpointsFor('core', 'merchant').get(
  'api/v1/merchants/:merchantId/kyc-status',
  inputSchema({}),
  KycStatuses,
)

const member = endpointsFor('core', 'member')
/** KYC requirements for the type of the business, in the order of submission. */
export const listKycTypes = member.get(
  'api/v1/merchants/:merchantId/kyc-types',
  inputSchema({}),
  z.object({ content: z.array(KycType) }),
)
/**
 * Submits the BVN and returns all KYC statuses. At most 10 attempts in 15 minutes: 429 `too_many_attempts`. 409
 * `details_missing` before the business details, `kyc_not_asked` when the type of business does not need it,
 * `kyc_submitted` when it is in review or approved, or `kyc_rejected`; 503 when the BVN register does not respond.
 */
export const submitBvn = member.post('api/v1/merchants/:merchantId/upload-kyc/bvn', BvnSubmission, KycStatuses)
/**
 * Submits the Tax ID and returns all KYC statuses. 409 `details_missing` before the business details, `kyc_not_asked`
 * when the type of business does not need it, `kyc_submitted` when it is in review or approved, or `kyc_rejected`.
 */
export const submitTaxId = member.post('api/v1/merchants/:merchantId/upload-kyc/tax-id', TaxIdSubmission, KycStatuses)
/**
 * Submits the directors and owners and returns all KYC statuses. 1 to 20 people. 422 at `directors` when their shares
 * exceed 100 percent; 409 `details_missing` before the business details, `kyc_not_asked` when the type of business
 * does not need them, `kyc_submitted` when they are in review or approved, or `kyc_rejected`.
 */
export const submitDirectors = member.post(
  'api/v1/merchants/:merchantId/upload-kyc/directors',
  DirectorsSubmission,
  KycStatuses,
)
/**
 * Uploads a document: a PDF, JPEG or PNG (detected by content) of at most 5 MB. `documentId` is the number printed on
 * it, if any, at most 40 characters. 413 `file_too_large`; 422 at `document` for a file that cannot be accepted; 409
 * `details_missing` before the business details, `kyc_not_asked` when the type of business does not need it,
 * `kyc_submitted` when it is in review or approved, or `kyc_rejected`.
 */
export const uploadDocument = member.upload(
  'api/v1/merchants/:merchantId/upload-kyc/:type',
  inputSchema({
    /** KYC type of the document. */
    type: z.enum(documentTypes, 'There is no such document'),
    /** PDF, JPEG or PNG, at most 5 MB (5,242,880 bytes). Required. */
    document: Upload,
    /** Number printed on the document, at most 40 characters. Optional. */
    documentId: z.optional(SingleLineText(40)),
  }),
  KycStatuses,
)
/**
 * Submits the account for settlements: a new account, which is added to the bank accounts, or an existing one. The
 * first account is the primary account at once; another one becomes primary after 24 hours. Needs a confirmation: 403
 * `confirmation_required`. Also the errors of adding or changing a bank account; 404 `bank_account_not_found`; 409
 * `details_missing` before the business details, `kyc_not_asked` when the type of business does not need it,
 * `kyc_submitted` when it is in review or approved, or `kyc_rejected`.
 */
export const submitSettlementAccount = member.post(
  'api/v1/merchants/:merchantId/bank-accounts',
  SettlementAccount,
  BankAccount,
)
