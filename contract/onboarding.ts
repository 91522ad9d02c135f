import { approvalErrors } from './approvals.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './onboarding-schemas.ts'

export const addMerchant = endpointsFor('core', 'user', 'account').create<typeof schemas.addMerchant>(
  'api/v1/merchants/add-new-merchant',
  {
    errors: ['businesses_full'],
  },
)

const member = endpointsFor('core', 'member', 'account', 'business')
export const getOnboarding = member.get<typeof schemas.getOnboarding>('api/v1/merchants-onboarding/:merchantId')
export const submitBusinessDetails = member.post<typeof schemas.submitBusinessDetails>(
  'api/v1/merchants-onboarding/:merchantId',
  {
    errors: ['details_submitted', 'kyc_move', 'kyc_rejected', 'kyc_submitted'],
  },
)
export const getGoLive = member.get<typeof schemas.getGoLive>('api/v1/merchants/:merchantId/go-live')
export const requestGoLive = member.post<typeof schemas.requestGoLive>('api/v1/merchants/:merchantId/go-live', {
  errors: ['go_live_requested', 'kyc_missing', ...approvalErrors],
})
