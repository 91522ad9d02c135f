import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema, MultilineText, NoContent, Phone, SingleLineText } from './fields.ts'

/** First step of onboarding: business details and address. Submitting it opens the dashboard. */
export const BusinessDetails = z.strictObject({
  businessType: describe(
    'Id of the business type, from `api/v1/business-types`. Required.',
    z.int('Choose a business type'),
  ),
  merchantCategoryId: describe(
    'Id of the merchant category, from `api/v1/merchant-categories`. Required.',
    z.int('Choose a category'),
  ),
  businessDescription: describe(
    'Description of the business, at most 500 characters. Required; may be empty.',
    MultilineText(500),
  ),
  businessPhone: describe('Nigerian phone number of the business. Required.', Phone),
  stateId: describe(
    'Id of the state. Required when the country has states in our list.',
    z.optional(z.int('Choose a state')),
  ),
  city: describe('City, at most 80 characters. Required.', SingleLineText(80)),
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
