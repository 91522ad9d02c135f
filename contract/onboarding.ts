import { endpointsFor } from './endpoint.ts'
import type * as schemas from './onboarding-schemas.ts'

export const getOnboarding = endpointsFor('core', 'member', 'account').get<typeof schemas.getOnboarding>(
  'api/v1/merchants-onboarding/:merchantId',
)
export const submitBusinessDetails = endpointsFor('core', 'member', 'account').post<
  typeof schemas.submitBusinessDetails
>('api/v1/merchants-onboarding/:merchantId', {
  errors: ['details_submitted', 'kyc_move', 'kyc_rejected', 'kyc_submitted'],
})
