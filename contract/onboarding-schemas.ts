import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, Phone, requiredOr, SingleLineText, Timestamp } from './fields.ts'
import { addressPostalCode, BusinessName, businessActivity, MerchantListItem } from './merchants-schemas.ts'

/** First step of onboarding: business details and address. Submitting it opens the dashboard. */
export const BusinessDetails = z.strictObject({
  businessType: describe(
    'Id of the business type, from `api/v1/business-types`. Required.',
    z.int(requiredOr('Choose a business type')),
  ),
  ...businessActivity,
  businessPhone: describe('Nigerian phone number of the business, in any format. Required.', Phone),
  stateId: describe(
    'Id of the state. Required when the country has states in our list.',
    z.optional(z.int('Choose a state')),
  ),
  city: describe('City, at most 80 characters. Required.', SingleLineText(80)),
  ...addressPostalCode,
  streetAddress: describe('Street address, at most 200 characters. Required.', SingleLineText(200)),
})

export const OnboardingProfile = describe(
  'Business details submitted so far. Fields not yet submitted are null.',
  z.object({
    businessType: z.nullable(z.int()),
    merchantCategoryId: z.nullable(z.int()),
    businessDescription: z.nullable(z.string()),
    businessPhone: z.nullable(z.string()),
    stateId: z.nullable(z.int()),
    city: z.nullable(z.string()),
    postalCode: z.nullable(z.string()),
    streetAddress: z.nullable(z.string()),
  }),
)

export const getOnboarding = {
  description: 'Business details submitted so far.',
  input: inputSchema({}),
  output: OnboardingProfile,
}

export const submitBusinessDetails = {
  description:
    'Submits the business details. 409 `details_submitted` when they were submitted already, 409 ' +
    '`kyc_rejected` when they were rejected; 422 at `businessType`, `merchantCategoryId` or `stateId` for ' +
    'an unknown one.',
  input: BusinessDetails,
  output: NoContent,
}

/** A further business of the signed-in user. */
export const AddedBusiness = inputSchema({
  businessName: BusinessName,
  countryId: z.int(requiredOr('Choose your country')),
})

export const addMerchant = {
  description: 'Adds a further business in Test Mode, with its own onboarding; at most 20: 409 `businesses_full`.',
  input: AddedBusiness,
  output: MerchantListItem,
}

export const LiveStatus = z.enum(['not_requested', 'pending_review', 'approved', 'suspended', 'closed'])
export type LiveStatus = z.infer<typeof LiveStatus>

export const GoLive = describe(
  'Go-live request of a test business.',
  z.object({
    status: LiveStatus,
    missing: describe('KYC types to submit, or to submit again, before the request is possible.', z.array(z.string())),
    reason: describe('Reason of a rejection, suspension or closure. Null otherwise.', z.nullable(z.string())),
    requestedAt: describe('Time of the request. Null until then.', z.nullable(Timestamp)),
    reviewedAt: describe('Time of the review. Null until then.', z.nullable(Timestamp)),
    liveMerchantId: describe('Id of the live business. Null until approved.', z.nullable(Id)),
  }),
)
export type GoLive = z.infer<typeof GoLive>

export const getGoLive = {
  description:
    'Go-live status of a test business. 404 `business_not_found` on the live server and for a live business.',
  input: inputSchema({}),
  output: GoLive,
}

export const requestGoLive = {
  description:
    'Requests the review to go live. 409 `kyc_missing` while a KYC type is to be submitted (all must be ' +
    'in review or approved), 409 `go_live_requested` when it was requested already. 404 ' +
    '`business_not_found` on the live server.',
  input: inputSchema({}),
  output: GoLive,
}
