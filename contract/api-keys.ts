import type * as schemas from './api-keys-schemas.ts'
import { endpointsFor } from './endpoint.ts'

const member = endpointsFor('core', 'member', 'account')
export const listApiKeys = member.get<typeof schemas.listApiKeys>('api-keys')
export const createSecretKey = member.post<typeof schemas.createSecretKey>('api-keys', {
  errors: ['confirmation_required', 'secret_key_exists'],
})
export const rollApiKey = member.post<typeof schemas.rollApiKey>('api-keys/:id/roll', {
  errors: ['confirmation_required', 'key_not_found', 'key_rolled'],
})
export const revokeApiKey = member.del<typeof schemas.revokeApiKey>('api-keys/:id', {
  errors: ['confirmation_required', 'key_not_found', 'public_key'],
})
