import { endpointsFor } from './endpoint.ts'
import type * as schemas from './registration-schemas.ts'

export const register = endpointsFor('core', 'client').create<typeof schemas.register>('api/v1/merchants/user', {
  errors: ['too_many_attempts'],
})
