import { endpointsFor } from './endpoint.ts'
import type * as schemas from './merchants-schemas.ts'

/** RC number and TIN of a business, as its documents show them; null if it has given neither. */
export const registrationLine = ({
  registrationNumber,
  taxId,
}: Record<'registrationNumber' | 'taxId', string | null>) =>
  [registrationNumber, taxId && `TIN ${taxId}`].filter(Boolean).join(', ') || null

interface Address extends Record<'streetAddress' | 'city' | 'postalCode', string | null> {
  /** Name of the state. */
  state: string | undefined
}

/** Address of a business on one line, as its documents show it; null without one. A city that is called like its state is named once. */
export function addressLine({ streetAddress, city, postalCode, state }: Address): string | null {
  const locality = [city, postalCode].filter(Boolean).join(' ')
  const isNamed = state?.toLowerCase() === city?.trim().toLowerCase()
  return [streetAddress, locality, isNamed ? '' : state].filter(Boolean).join(', ') || null
}

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
