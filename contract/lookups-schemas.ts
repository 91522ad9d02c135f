import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema } from './fields.ts'
import { limits } from './limits.ts'
import { Paginated } from './list-schemas.ts'

const Named = describe('A state or a merchant category.', z.object({ id: z.int(), name: z.string() }))

export const Country = describe(
  'A country. `code` is its ISO 3166-1 alpha-2 code.',
  z.object({ id: z.int(), name: z.string(), code: z.string() }),
)

export const State = Named

export const BusinessType = describe(
  'A type of business, such as a limited company.',
  z.object({ id: z.int(), name: z.string(), code: z.string() }),
)

export const MerchantCategory = Named

export type Country = z.infer<typeof Country>

export const Bank = describe(
  'A bank in Nigeria.',
  z.object({
    id: z.int(),
    name: z.string(),
    code: describe(
      'Bank code of the Central Bank of Nigeria: three digits, or five for other financial institutions.',
      z.string(),
    ),
    nubanScheme: describe(
      'Check digit scheme of its account numbers: deposit money bank, other financial institution, or none.',
      z.enum(['DMB', 'OFI', 'NONE']),
    ),
  }),
)
export type Bank = z.infer<typeof Bank>

export const Currency = describe(
  'A currency. `decimals` is the number of decimal places.',
  z.object({ code: z.string(), name: z.string(), decimals: z.int() }),
)

const integerUpTo = (maximum: number) =>
  z.coerce
    .number<number>('Use a whole number')
    .check(z.int('Use a whole number'), z.minimum(0, 'Use at least 0'), z.maximum(maximum, `Use at most ${maximum}`))

export const listCountries = {
  description: 'All countries, by name. The id is the ISO 3166-1 numeric code.',
  input: inputSchema({}),
  output: Paginated(Country),
}

export const listStates = {
  description:
    'States of a country, by the id of the country. Empty unless the country is Nigeria (566). 404 ' +
    '`country_not_found`.',
  input: inputSchema({ id: z.coerce.number<number>() }),
  output: Paginated(State),
}

export const listBusinessTypes = {
  description: 'Types of business.',
  input: inputSchema({}),
  output: Paginated(BusinessType),
}

export const listMerchantCategories = {
  description: 'Merchant categories.',
  input: inputSchema({}),
  output: Paginated(MerchantCategory),
}

export const listCurrencies = {
  description: 'Supported currencies.',
  input: inputSchema({}),
  output: Paginated(Currency),
}

export const listBanks = {
  description: 'Active banks, by name; all of them by default.',
  input: inputSchema({
    limit: describe(
      `Maximum number of banks: 0 to ${limits.banksLimit}, default ${limits.banksLimit}, which is all of them.`,
      z._default(integerUpTo(limits.banksLimit), limits.banksLimit),
    ),
    offset: describe(
      `Number of banks to skip: 0 to ${limits.banksLimit}, default 0.`,
      z._default(integerUpTo(limits.banksLimit), 0),
    ),
  }),
  output: Paginated(Bank),
}

export const getBank = {
  description: 'One bank by id. 404 `bank_not_found`.',
  input: inputSchema({ id: integerUpTo(limits.banksLimit) }),
  output: Bank,
}
