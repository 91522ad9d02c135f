import { endpointsFor } from './endpoint.ts'
import type * as schemas from './restrictions-schemas.ts'

export const getRestrictions = endpointsFor('core', 'merchant', 'account', 'every member').get<
  typeof schemas.getRestrictions
>('restrictions')
