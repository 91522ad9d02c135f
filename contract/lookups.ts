import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, Paginated } from './fields.ts'
import { limits } from './limits.ts'

const Named = z.object({ id: z.int(), name: z.string() })
export const Country = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const State = Named
export const BusinessType = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const MerchantCategory = Named
export type Country = z.infer<typeof Country>

export const Bank = z.object({
  id: z.int(),
  name: z.string(),
  /** The code of the Central Bank: three digits, or five for other institutions. */
  code: z.string(),
  /** How its account numbers are checked (`contract/nuban.ts`). */
  nubanScheme: z.enum(['DMB', 'OFI', 'NONE']),
})
export type Bank = z.infer<typeof Bank>
export const Currency = z.object({ code: z.string(), name: z.string(), decimals: z.int() })

const integerUpTo = (maximum: number) =>
  z.coerce
    .number<number>('Use a whole number')
    .check(z.int('Use a whole number'), z.minimum(0, 'Use at least 0'), z.maximum(maximum, `Use at most ${maximum}`))

// Lookups change with a release, so they may be kept: a day, and asked again by their ETag.
const { get } = endpointsFor('core', 'public')
export const listCountries = get('countries', inputSchema({}), Paginated(Country))
export const listStates = get('countries/:id/states', inputSchema({ id: z.coerce.number<number>() }), Paginated(State))
export const listBusinessTypes = get('api/v1/business-types', inputSchema({}), Paginated(BusinessType))
export const listMerchantCategories = get('api/v1/merchant-categories', inputSchema({}), Paginated(MerchantCategory))
export const listCurrencies = get('currencies', inputSchema({}), Paginated(Currency))
/** Banks that are open, by name. */
export const listBanks = get(
  'banks/',
  inputSchema({
    limit: z._default(integerUpTo(limits.banksLimit), limits.banksLimit),
    offset: z._default(integerUpTo(limits.banksLimit), 0),
  }),
  Paginated(Bank),
)
export const getBank = get('banks/:id', inputSchema({ id: integerUpTo(limits.banksLimit) }), Bank)
