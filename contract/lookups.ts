import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, Paginated } from './fields.ts'
import { limits } from './limits.ts'

const Named = z.object({ id: z.int(), name: z.string() })
/** A country. `code` is its ISO 3166-1 alpha-2 code. */
export const Country = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const State = Named
/** A type of business, such as a limited company. */
export const BusinessType = z.object({ id: z.int(), name: z.string(), code: z.string() })
export const MerchantCategory = Named
export type Country = z.infer<typeof Country>

/** A bank in Nigeria. */
export const Bank = z.object({
  id: z.int(),
  name: z.string(),
  /** Bank code of the Central Bank of Nigeria: three digits, or five for other financial institutions. */
  code: z.string(),
  /**
   * Check digit scheme of its account numbers: deposit money bank, other financial institution, or none
   * (`contract/nuban.ts`).
   */
  nubanScheme: z.enum(['DMB', 'OFI', 'NONE']),
})
export type Bank = z.infer<typeof Bank>
/** A currency. `decimals` is the number of decimal places. */
export const Currency = z.object({ code: z.string(), name: z.string(), decimals: z.int() })

const integerUpTo = (maximum: number) =>
  z.coerce
    .number<number>('Use a whole number')
    .check(z.int('Use a whole number'), z.minimum(0, 'Use at least 0'), z.maximum(maximum, `Use at most ${maximum}`))

// Lookups change only with a release, so clients may cache them: for a day, then revalidate with the ETag.
const { get } = endpointsFor('core', 'public')
/** All countries, by name. The id is the ISO 3166-1 numeric code. */
export const listCountries = get('countries', inputSchema({}), Paginated(Country))
/**
 * States of a country, by the id of the country. Empty unless the country is Nigeria (566). 404 `country_not_found`.
 */
export const listStates = get('countries/:id/states', inputSchema({ id: z.coerce.number<number>() }), Paginated(State))
/** Types of business. */
export const listBusinessTypes = get('api/v1/business-types', inputSchema({}), Paginated(BusinessType))
/** Merchant categories. */
export const listMerchantCategories = get('api/v1/merchant-categories', inputSchema({}), Paginated(MerchantCategory))
/** Supported currencies. */
export const listCurrencies = get('currencies', inputSchema({}), Paginated(Currency))
/** Active banks, by name. `limit` and `offset`: 0 to 100,000; default: all banks. */
export const listBanks = get(
  'banks/',
  inputSchema({
    limit: z._default(integerUpTo(limits.banksLimit), limits.banksLimit),
    offset: z._default(integerUpTo(limits.banksLimit), 0),
  }),
  Paginated(Bank),
)
/** One bank by id. 404 `bank_not_found`. */
export const getBank = get('banks/:id', inputSchema({ id: integerUpTo(limits.banksLimit) }), Bank)
