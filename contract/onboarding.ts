import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, MultilineText, NoContent, Phone, SingleLineText } from './fields.ts'

/** First step of onboarding: business details and address. Submitting it opens the dashboard. */
export const BusinessDetails = z.strictObject({
  /** Id of the business type, from `api/v1/business-types`. Required. */
  businessType: z.int('Choose a business type'),
  /** Id of the merchant category, from `api/v1/merchant-categories`. Required. */
  merchantCategoryId: z.int('Choose a category'),
  /** Description of the business, at most 500 characters. Required; may be empty. */
  businessDescription: MultilineText(500),
  /** Nigerian phone number of the business. Required. */
  businessPhone: Phone,
  /** Id of the state. Required when the country has states in our list. */
  stateId: z.optional(z.int('Choose a state')),
  /** City, at most 80 characters. Required. */
  city: SingleLineText(80),
  /** Street address, at most 200 characters. Required. */
  streetAddress: SingleLineText(200),
})

/** Business details submitted so far. Fields not yet submitted are null. */
export const OnboardingProfile = z.object({
  businessType: z.nullable(z.int()),
  merchantCategoryId: z.nullable(z.int()),
  businessDescription: z.nullable(z.string()),
  businessPhone: z.nullable(z.string()),
  stateId: z.nullable(z.int()),
  city: z.nullable(z.string()),
  streetAddress: z.nullable(z.string()),
})
/** Business details submitted so far. */
export const getOnboarding = endpointsFor('core', 'member').get(
  'api/v1/merchants-onboarding/:merchantId',
  inputSchema({}),
  OnboardingProfile,
)

/**
 * Submits the business details. 409 `details_submitted` when they were submitted already, 409 `kyc_rejected` when they
 * were rejected; 422 at `businessType`, `merchantCategoryId` or `stateId` for an unknown one.
 */
export const submitBusinessDetails = endpointsFor('core', 'member').post(
  'api/v1/merchants-onboarding/:merchantId',
  BusinessDetails,
  NoContent,
)
