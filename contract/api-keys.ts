import type * as schemas from './api-keys-schemas.ts'
import { approvalErrors } from './approvals.ts'
import { endpointsFor } from './endpoint.ts'

const member = endpointsFor('core', 'member', 'account', 'api_keys')
export const listApiKeys = member.get<typeof schemas.listApiKeys>('api-keys')
export const createSecretKey = member.create<typeof schemas.createSecretKey>('api-keys', {
  errors: ['confirmation_required', 'permission_not_yours', 'secret_key_exists', ...approvalErrors],
  returnsSecret: true,
})
export const createRestrictedKey = member.create<typeof schemas.createRestrictedKey>('api-keys/restricted', {
  errors: ['confirmation_required', 'permission_not_yours', 'too_many_keys', ...approvalErrors],
  returnsSecret: true,
})
export const updateRestrictedKey = member.put<typeof schemas.updateRestrictedKey>('api-keys/:id', {
  errors: ['confirmation_required', 'key_not_found', 'key_not_restricted', 'permission_not_yours', ...approvalErrors],
})
export const rollApiKey = member.create<typeof schemas.rollApiKey>('api-keys/:id/roll', {
  errors: ['confirmation_required', 'key_not_found', 'key_rolled', 'permission_not_yours', ...approvalErrors],
  returnsSecret: true,
})
export const revokeApiKey = member.del<typeof schemas.revokeApiKey>('api-keys/:id', {
  errors: ['confirmation_required', 'key_not_found', 'public_key'],
})
