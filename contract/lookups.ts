import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { input, Page } from './fields.ts'

const Named = z.object({ id: z.int(), name: z.string() })
export const Country = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const State = Named
export const BusinessType = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const MerchantCategory = Named
export type Country = z.infer<typeof Country>

const { get } = on('core', 'public')
export const listCountries = get('countries', input({}), Page(Country))
export const listStates = get('countries/:id/states', input({ id: z.coerce.number<number>() }), Page(State))
export const listBusinessTypes = get('api/v1/business-types', input({}), Page(BusinessType))
export const listMerchantCategories = get('api/v1/merchant-categories', input({}), Page(MerchantCategory))
