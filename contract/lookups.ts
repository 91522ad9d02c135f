import { endpointsFor } from './endpoint.ts'
import type * as schemas from './lookups-schemas.ts'

// Lookups change only with a release, so clients may cache them: for a day, then revalidate with the ETag.
const { get } = endpointsFor('core', 'public')
export const listCountries = get<typeof schemas.listCountries>('countries')
export const listStates = get<typeof schemas.listStates>('countries/:id/states', { errors: ['country_not_found'] })
export const listBusinessTypes = get<typeof schemas.listBusinessTypes>('api/v1/business-types')
export const listMerchantCategories = get<typeof schemas.listMerchantCategories>('api/v1/merchant-categories')
export const listCurrencies = get<typeof schemas.listCurrencies>('currencies')
export const listBanks = get<typeof schemas.listBanks>('banks/')
export const getBank = get<typeof schemas.getBank>('banks/:id', { errors: ['bank_not_found'] })
