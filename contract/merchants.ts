import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { Email, Id, input, Line, NewPassword, Nothing, Page, Phone, Text, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

export const ModeType = z.enum(['TEST', 'LIVE'])

export const Merchant = z.object({
  id: Id,
  businessName: z.string(),
  businessDescription: z.nullable(z.string()),
  businessPhone: z.nullable(z.string()),
  businessEmail: z.string(),
  /** The id of a business type. */
  businessType: z.nullable(z.int()),
  merchantCode: z.string(),
  merchantCategory: z.nullable(z.object({ id: z.int(), name: z.string() })),
  location: z.object({
    city: z.nullable(z.string()),
    countryId: z.int(),
    currencyCode: z.string(),
    postalCode: z.nullable(z.string()),
    stateId: z.nullable(z.int()),
    streetAddress: z.nullable(z.string()),
  }),
  supportEmail: z.nullable(z.string()),
  chargebackEmail: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type Merchant = z.infer<typeof Merchant>

export const MerchantListItem = z.object({ id: Id, businessName: z.string(), merchantCode: z.string() })
export type MerchantListItem = z.infer<typeof MerchantListItem>

export const Registration = input({
  businessName: Line(100).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum))),
  countryId: z.int('Choose your country'),
  email: Email,
  password: NewPassword,
})

/** The first step of onboarding: what the business does and where to find it. Submitting it opens the dashboard. */
export const BusinessDetails = z.strictObject({
  businessType: z.int('Choose a business type'),
  merchantCategoryId: z.int('Choose a category'),
  businessDescription: Text(500),
  businessPhone: Phone,
  /** Asked for where the country has states in our list. */
  stateId: z.optional(z.int('Choose a state')),
  city: Line(80),
  streetAddress: Line(200),
})

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

/**
 * Creates the user and the test business, and mails the verification link. Answers alike where the address has an
 * account already; its owner is then told by mail.
 */
export const register = on('core', 'client').create('api/v1/merchants', Registration, z.object({ email: z.string() }))

const user = on('core', 'user')
/** The signed-in user's businesses in this server's mode, oldest first. */
export const listMerchants = user.get('api/v1/merchants', input({ userEmail: Email }), Page(MerchantListItem))
/** The mode the user last worked in. */
export const getModeType = user.get(
  'api/v1/merchants/mode-type',
  input({ 'user-email': Email }),
  z.object({ modeType: ModeType }),
)
/** Refused with `live_merchant_missing` while the user has no live business. */
export const changeModeType = user.post(
  'api/v1/merchants/change-mode-type',
  input({ type: ModeType, email: Email }),
  z.object({ modeType: ModeType }),
)

const merchant = on('core', 'merchant')
export const getMerchant = merchant.get('api/v1/merchants/:merchantId', input({}), Merchant)
export const getKycStatus = merchant.get('api/v1/merchants/:merchantId/kyc-status', input({}), KycStatuses)
/** Answers 409 once the details were submitted. */
export const submitBusinessDetails = merchant.post('api/v1/merchants-onboarding/:merchantId', BusinessDetails, Nothing)
