import { endpointsFor } from './endpoint.ts'
import type * as schemas from './prices-schemas.ts'

export const listPrices = endpointsFor('core', 'merchant', 'account', 'business').get<typeof schemas.listPrices>(
  'prices',
)
