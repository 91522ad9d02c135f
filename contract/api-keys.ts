import type * as schemas from './api-keys-schemas.ts'
import { endpointsFor } from './endpoint.ts'

const member = endpointsFor('core', 'member', 'account')
export const listApiKeys = member.get<typeof schemas.listApiKeys>('api-keys')
export const createSecretKey = member.post<typeof schemas.createSecretKey>('api-keys')
export const rollApiKey = member.post<typeof schemas.rollApiKey>('api-keys/:id/roll')
export const revokeApiKey = member.del<typeof schemas.revokeApiKey>('api-keys/:id')
