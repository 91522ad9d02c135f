import { endpointsFor } from './endpoint.ts'
import type * as schemas from './merchants-schemas.ts'

const user = endpointsFor('core', 'user', 'account')
export const listMerchants = user.get<typeof schemas.listMerchants>('api/v1/merchants', { errors: ['user_not_found'] })
export const listMerchantsByUser = user.get<typeof schemas.listMerchantsByUser>('api/v1/merchants/user-email', {
  errors: ['user_not_found'],
})
export const getModeType = user.get<typeof schemas.getModeType>('api/v1/merchants/mode-type', {
  errors: ['user_not_found'],
})
export const changeModeType = user.post<typeof schemas.changeModeType>('api/v1/merchants/change-mode-type', {
  errors: ['live_merchant_missing', 'user_not_found'],
})
export const getMerchant = endpointsFor('core', 'merchant', 'account', 'every member').get<typeof schemas.getMerchant>(
  'api/v1/merchants/:merchantId',
)

const member = endpointsFor('core', 'member', 'account', 'business')
export const updateMerchant = member.post<typeof schemas.updateMerchant>('api/v1/merchants/:merchantId', {
  errors: ['confirmation_required'],
})
export const uploadLogo = member.upload<typeof schemas.uploadLogo>('api/v1/merchants/:merchantId/logo', {
  errors: ['not_a_picture'],
})
export const removeLogo = member.del<typeof schemas.removeLogo>('api/v1/merchants/:merchantId/logo')
