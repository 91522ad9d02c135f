import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { Line, Nothing, Phone, Text } from './fields.ts'

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

/** Answers 409 once the details were submitted. */
export const submitBusinessDetails = on('core', 'merchant').post(
  'api/v1/merchants-onboarding/:merchantId',
  BusinessDetails,
  Nothing,
)
