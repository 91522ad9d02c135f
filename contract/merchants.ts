import * as z from 'zod/mini'
import { AddedBusiness, BusinessProfile } from './business-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Email, Id, inputSchema, NoContent, Paginated, Timestamp, Upload } from './fields.ts'

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
  /** Approved to go live under this name. Emails to customers name no other business in their subject. */
  isVerified: z.boolean(),
  /** How far ahead of the world it lives: a test business can move its clock. */
  aheadMs: z.int(),
  createdAt: Timestamp,
})
export type Merchant = z.infer<typeof Merchant>

export const MerchantListItem = z.object({
  id: Id,
  businessName: z.string(),
  merchantCode: z.string(),
  logoUrl: z.nullable(z.string()),
  /** The same business in the other mode; null before it went live. */
  twinId: z.nullable(Id),
})
export type MerchantListItem = z.infer<typeof MerchantListItem>

const user = endpointsFor('core', 'user')
/** The signed-in user's businesses in this server's mode, oldest first. */
export const listMerchants = user.get(
  'api/v1/merchants',
  inputSchema({ userEmail: Email }),
  Paginated(MerchantListItem),
)
/** The same list by the address alone: how the live business is looked up by the signed-in user's name. */
export const listMerchantsByUser = user.get(
  'api/v1/merchants/user-email',
  inputSchema({ userEmail: Email }),
  Paginated(MerchantListItem),
)
/** Another business, in test mode, with its own onboarding; at most 20. */
export const addMerchant = user.create('api/v1/merchants/add-new-merchant', AddedBusiness, MerchantListItem)
/** The mode the user last worked in. */
export const getModeType = user.get(
  'api/v1/merchants/mode-type',
  inputSchema({ 'user-email': Email }),
  z.object({ modeType: ModeType }),
)
/** Refused with `live_merchant_missing` while the user has no live business. */
export const changeModeType = user.post(
  'api/v1/merchants/change-mode-type',
  inputSchema({ type: ModeType, email: Email }),
  z.object({ modeType: ModeType }),
)

export const getMerchant = endpointsFor('core', 'merchant').get(
  'api/v1/merchants/:merchantId',
  inputSchema({}),
  Merchant,
)

const member = endpointsFor('core', 'member')
export const updateMerchant = member.post('api/v1/merchants/:merchantId', BusinessProfile, Merchant)
/** PNG, JPEG or WebP, at most 2 MB. Kept as a picture of 175 by 135 (twice that for sharp screens), and nothing else of it. */
export const uploadLogo = member.upload('api/v1/merchants/:merchantId/logo', inputSchema({ logo: Upload }), Merchant)
export const removeLogo = member.del('api/v1/merchants/:merchantId/logo', inputSchema({}), NoContent)

export const LiveStatus = z.enum(['not_requested', 'pending_review', 'approved', 'suspended', 'closed'])
export type LiveStatus = z.infer<typeof LiveStatus>
export const GoLive = z.object({
  status: LiveStatus,
  /** KYC types that are still to be submitted, or submitted again, before going live can be asked for. */
  missing: z.array(z.string()),
  /** Why it was turned down, or suspended. */
  reason: z.nullable(z.string()),
  requestedAt: z.nullable(Timestamp),
  reviewedAt: z.nullable(Timestamp),
  liveMerchantId: z.nullable(Id),
})
export type GoLive = z.infer<typeof GoLive>

/** Where a test business stands on its way to live. On the live server, and for a live business, 404. */
export const getGoLive = member.get('api/v1/merchants/:merchantId/go-live', inputSchema({}), GoLive)
/** Hands the business to review. 409 `kyc_missing` while something is to be submitted, or when it was asked for already. */
export const requestGoLive = member.post('api/v1/merchants/:merchantId/go-live', inputSchema({}), GoLive)
