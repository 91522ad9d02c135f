import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, MultilineText, NoContent, Phone, SingleLineText } from './fields.ts'

/** The first step of onboarding: what the business does and where to find it. Submitting it opens the dashboard. */
export const BusinessDetails = z.strictObject({
  businessType: z.int('Choose a business type'),
  merchantCategoryId: z.int('Choose a category'),
  businessDescription: MultilineText(500),
  businessPhone: Phone,
  /** Asked for where the country has states in our list. */
  stateId: z.optional(z.int('Choose a state')),
  city: SingleLineText(80),
  streetAddress: SingleLineText(200),
})

/** What was submitted so far, to go on with; null where nothing was. */
export const OnboardingProfile = z.object({
  businessType: z.nullable(z.int()),
  merchantCategoryId: z.nullable(z.int()),
  businessDescription: z.nullable(z.string()),
  businessPhone: z.nullable(z.string()),
  stateId: z.nullable(z.int()),
  city: z.nullable(z.string()),
  streetAddress: z.nullable(z.string()),
})
export const getOnboarding = endpointsFor('core', 'member').get(
  'api/v1/merchants-onboarding/:merchantId',
  inputSchema({}),
  OnboardingProfile,
)

/** Answers 409 once the details were submitted. */
export const submitBusinessDetails = endpointsFor('core', 'member').post(
  'api/v1/merchants-onboarding/:merchantId',
  BusinessDetails,
  NoContent,
)
