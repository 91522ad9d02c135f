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
    /** Submitted value, masked: last three digits of a number, or name of a file. */
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
 * Submits the BVN and returns all KYC statuses. 409 `kyc_submitted` when it is in review or approved; 503 when the
 * bank's register does not respond.
 */
export const submitBvn = member.post('api/v1/merchants/:merchantId/upload-kyc/bvn', BvnSubmission, KycStatuses)
/** Submits the Tax ID and returns all KYC statuses. 409 `kyc_submitted` when it is in review or approved. */
export const submitTaxId = member.post('api/v1/merchants/:merchantId/upload-kyc/tax-id', TaxIdSubmission, KycStatuses)
/**
 * Submits the directors and owners and returns all KYC statuses. 1 to 20 people. 409 `kyc_submitted` when they are in
 * review or approved.
 */
export const submitDirectors = member.post(
  'api/v1/merchants/:merchantId/upload-kyc/directors',
  DirectorsSubmission,
  KycStatuses,
)
/**
 * Uploads a document: a PDF, JPEG or PNG (detected by content) of at most 5 MB. `documentId` is the number printed on
 * it, if any, at most 40 characters. 409 `kyc_submitted` when it is in review or approved.
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
/** Submits the account for settlements: a new account, which becomes a bank account, or an existing one. */
export const submitSettlementAccount = member.post(
  'api/v1/merchants/:merchantId/bank-accounts',
  SettlementAccount,
  BankAccount,
)
