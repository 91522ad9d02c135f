import * as z from 'zod/mini'
import { AccountNumber, BankAccount, BankId } from './bank-accounts-schemas.ts'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, PersonName, Phone, requiredOr, SingleLineText, Timestamp, Upload } from './fields.ts'
import { documentTypes, kycStatuses } from './kyc.ts'
import { messages } from './messages.ts'

/** Bank Verification Number (BVN): 11 digits, without a check digit. */
export const Bvn = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.regex(/^\d{11}$/, 'A BVN has 11 digits'),
  )

export const BvnSubmission = inputSchema({
  bvn: Bvn,
  firstName: describe(
    'First name of the owner, as in the register of BVNs. At most 60 characters. Required.',
    SingleLineText(60),
  ),
  lastName: describe(
    'Last name of the owner, as in the register of BVNs. At most 60 characters. Required.',
    SingleLineText(60),
  ),
  dateOfBirth: describe(
    'Day of birth of the owner, such as 1990-04-12. Required if the register compares it, otherwise optional.',
    z.optional(Day),
  ),
  phone: describe(
    'Phone number of the owner, in any format, as the register of BVNs has it. Optional: that of the business is compared without it.',
    z.optional(Phone),
  ),
})

/** Tax ID of 13 digits, or a TIN issued before 2026: 12345678-0001, or 10 digits. */
export const TaxId = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^(\d{13}|\d{10}|\d{8}-?\d{4})$/, 'Use a Tax ID of 13 digits, or a TIN like 12345678-0001'),
  )

export const TaxIdSubmission = inputSchema({ taxId: TaxId })

/** Director of the business, or owner of 5 % or more. */
export const Director = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  role: z.enum(['director', 'partner', 'trustee', 'owner'], requiredOr('Choose what this person is')),
  /**
   * Share in percent, 0 to 100. Optional: leave it out for a person without shares. All shares together: at most 100.
   */
  sharePercent: z.optional(
    z.number('Use a number from 0 to 100').check(z.minimum(0, 'Use at least 0'), z.maximum(100, 'Use at most 100')),
  ),
})

export const DirectorsSubmission = inputSchema({
  directors: z
    .array(Director)
    .check(z.minLength(1, 'Name at least one person'), z.maxLength(20, 'Name at most 20 people')),
})

/** Settlement account: a new account (`bankId` and `accountNumber`), or an existing bank account (`bankAccountId`). */
export const SettlementAccount = inputSchema({
  bankId: describe('Id of the bank, from `banks/`. Required for a new account.', z.optional(BankId)),
  accountNumber: describe('Account number (NUBAN), 10 digits. Required for a new account.', z.optional(AccountNumber)),
  bankAccountId: describe('Id of an existing bank account, instead of `bankId` and `accountNumber`.', z.optional(Id)),
}).check(
  z.refine(
    ({ bankId, accountNumber, bankAccountId }) =>
      bankAccountId === undefined
        ? bankId !== undefined && accountNumber !== undefined
        : bankId === undefined && accountNumber === undefined,
    { message: 'Name a bank and an account number, or one of your bank accounts', path: ['bankAccountId'] },
  ),
)

export const KycStatus = z.enum(kycStatuses)
export type KycStatus = z.infer<typeof KycStatus>

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

export const KycType = describe(
  'A KYC requirement: a form, a number or a document.',
  z.object({
    code: z.string(),
    label: z.string(),
    kind: z.enum(['form', 'number', 'document']),
  }),
)
export type KycType = z.infer<typeof KycType>

export const getKycStatus = {
  description: 'KYC status of the business by KYC type.',
  input: inputSchema({}),
  output: KycStatuses,
}

export const listKycTypes = {
  description: 'KYC requirements for the type of the business, in the order of submission.',
  input: inputSchema({}),
  output: z.object({ content: z.array(KycType) }),
}

export const submitBvn = {
  description:
    'Submits the BVN of the owner, whose name it is compared with, also with birthday and phone number at some registers, and returns ' +
    'all KYC statuses. At most 10 attempts in 15 minutes: 429 ' +
    '`too_many_attempts`. 409 `details_missing` before the business details, `kyc_not_asked` when the ' +
    'type of business does not need it, `kyc_submitted` when it is in review or approved, or ' +
    '`kyc_rejected`; 503 when the BVN register does not respond.',
  input: BvnSubmission,
  output: KycStatuses,
}

export const submitTaxId = {
  description:
    'Submits the Tax ID and returns all KYC statuses. 409 `details_missing` before the business details, ' +
    '`kyc_not_asked` when the type of business does not need it, `kyc_submitted` when it is in review or ' +
    'approved, or `kyc_rejected`.',
  input: TaxIdSubmission,
  output: KycStatuses,
}

export const submitDirectors = {
  description:
    'Submits the directors and owners and returns all KYC statuses. 1 to 20 people. 422 at `directors` ' +
    'when their shares exceed 100 percent; 409 `details_missing` before the business details, ' +
    '`kyc_not_asked` when the type of business does not need them, `kyc_submitted` when they are in ' +
    'review or approved, or `kyc_rejected`.',
  input: DirectorsSubmission,
  output: KycStatuses,
}

export const uploadDocument = {
  description:
    'Uploads a document: a PDF, JPEG or PNG (detected by content) of at most 5 MB. `documentId` is the ' +
    'number printed on it, if any, at most 40 characters. 413 `file_too_large`; 422 at `document` for a ' +
    'file that cannot be accepted; 409 `details_missing` before the business details, `kyc_not_asked` ' +
    'when the type of business does not need it, `kyc_submitted` when it is in review or approved, or ' +
    '`kyc_rejected`.',
  input: inputSchema({
    type: describe('KYC type of the document.', z.enum(documentTypes, 'There is no such document')),
    document: describe('PDF, JPEG or PNG, at most 5 MB (5,242,880 bytes). Required.', Upload),
    documentId: describe(
      'Number printed on the document, at most 40 characters. Optional.',
      z.optional(SingleLineText(40)),
    ),
  }),
  output: KycStatuses,
}

export const submitSettlementAccount = {
  description:
    'Submits the account for settlements: a new account, which is added to the bank accounts, or an ' +
    'existing one. The first account is the primary account at once; another one becomes primary after 24 ' +
    'hours. Needs a confirmation: 403 `confirmation_required`. Also the errors of adding or changing a ' +
    'bank account; 404 `bank_account_not_found`; 409 `details_missing` before the business details, ' +
    '`kyc_not_asked` when the type of business does not need it, `kyc_submitted` when it is in review or ' +
    'approved, or `kyc_rejected`.',
  input: SettlementAccount,
  output: BankAccount,
}
