import * as z from 'zod/mini'
import { AddedBusiness, BusinessProfile } from './business-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Email, Id, inputSchema, NoContent, Paginated, Timestamp, Upload } from './fields.ts'

export const ModeType = z.enum(['TEST', 'LIVE'])

/** A business. */
export const Merchant = z.object({
  id: Id,
  businessName: z.string(),
  businessDescription: z.nullable(z.string()),
  businessPhone: z.nullable(z.string()),
  businessEmail: z.string(),
  /** Id of the business type. Null until submitted. */
  businessType: z.nullable(z.int()),
  /** Code of the business. */
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
  /** Email address shown to payers for support. Null for none. */
  supportEmail: z.nullable(z.string()),
  /** Email address for disputes. Null for none. */
  chargebackEmail: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  /**
   * Whether the business was approved to go live under this name and is not suspended or closed. Emails to customers
   * name only verified businesses in the subject.
   */
  isVerified: z.boolean(),
  /** Offset of the test clock from the wall clock in ms; 0 unless a test business has moved its clock. */
  aheadMs: z.int(),
  createdAt: Timestamp,
})
export type Merchant = z.infer<typeof Merchant>

/** A business as it appears in the business switcher. */
export const MerchantListItem = z.object({
  id: Id,
  businessName: z.string(),
  merchantCode: z.string(),
  logoUrl: z.nullable(z.string()),
  /** Id of the same business in the other mode. Null before it went live. */
  twinId: z.nullable(Id),
})
export type MerchantListItem = z.infer<typeof MerchantListItem>

const user = endpointsFor('core', 'user')
/**
 * Businesses of the signed-in user in the mode of this server, oldest first. `userEmail` must be the email of the
 * signed-in user: 404 `user_not_found` for any other.
 */
export const listMerchants = user.get(
  'api/v1/merchants',
  inputSchema({ userEmail: Email }),
  Paginated(MerchantListItem),
)
/**
 * Same list as `api/v1/merchants`, looked up by email; used to find the live business of the signed-in user. 404
 * `user_not_found` for another email.
 */
export const listMerchantsByUser = user.get(
  'api/v1/merchants/user-email',
  inputSchema({ userEmail: Email }),
  Paginated(MerchantListItem),
)
/** Adds a further business in test mode, with its own onboarding; at most 20: 409 `businesses_full`. */
export const addMerchant = user.create('api/v1/merchants/add-new-merchant', AddedBusiness, MerchantListItem)
/** Mode that the user last used. 404 `user_not_found` unless `user-email` is that of the signed-in user. */
export const getModeType = user.get(
  'api/v1/merchants/mode-type',
  inputSchema({ 'user-email': Email }),
  z.object({ modeType: ModeType }),
)
/**
 * Changes the mode of the user. 409 `live_merchant_missing` for `LIVE` while the user has no live business; 404
 * `user_not_found` unless `email` is that of the signed-in user.
 */
export const changeModeType = user.post(
  'api/v1/merchants/change-mode-type',
  inputSchema({ type: ModeType, email: Email }),
  z.object({ modeType: ModeType }),
)

/** Profile of the business. */
export const getMerchant = endpointsFor('core', 'merchant').get(
  'api/v1/merchants/:merchantId',
  inputSchema({}),
  Merchant,
)

const member = endpointsFor('core', 'member')
/**
 * Replaces the business profile. A new `businessName` needs a confirmation: 403 `confirmation_required`. 422 at
 * `merchantCategoryId` or `stateId` for an unknown one.
 */
export const updateMerchant = member.post('api/v1/merchants/:merchantId', BusinessProfile, Merchant)
/**
 * Uploads the logo: PNG, JPEG or WebP (otherwise 422 `not_a_picture`), at most 2 MB (413 `file_too_large`). It is
 * cropped and resized for display at 175 × 135 pixels, at twice that resolution for high-density screens; all other
 * content of the file is dropped.
 */
export const uploadLogo = member.upload('api/v1/merchants/:merchantId/logo', inputSchema({ logo: Upload }), Merchant)
/** Removes the logo. */
export const removeLogo = member.del('api/v1/merchants/:merchantId/logo', inputSchema({}), NoContent)

export const LiveStatus = z.enum(['not_requested', 'pending_review', 'approved', 'suspended', 'closed'])
export type LiveStatus = z.infer<typeof LiveStatus>
/** Go-live request of a test business. */
export const GoLive = z.object({
  status: LiveStatus,
  /** KYC types to submit, or to submit again, before the request is possible. */
  missing: z.array(z.string()),
  /** Reason of a rejection, suspension or closure. Null otherwise. */
  reason: z.nullable(z.string()),
  /** Time of the request. Null until then. */
  requestedAt: z.nullable(Timestamp),
  /** Time of the review. Null until then. */
  reviewedAt: z.nullable(Timestamp),
  /** Id of the live business. Null until approved. */
  liveMerchantId: z.nullable(Id),
})
export type GoLive = z.infer<typeof GoLive>

/** Go-live status of a test business. 404 `business_not_found` on the live server and for a live business. */
export const getGoLive = member.get('api/v1/merchants/:merchantId/go-live', inputSchema({}), GoLive)
/**
 * Requests the review to go live. 409 `kyc_missing` while a KYC type is to be submitted (all must be in review or
 * approved), 409 `go_live_requested` when it was requested already. 404 `business_not_found` on the live server.
 */
export const requestGoLive = member.post('api/v1/merchants/:merchantId/go-live', inputSchema({}), GoLive)
