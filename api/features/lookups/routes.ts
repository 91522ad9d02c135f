import * as lookups from '@adire/contract/lookups.ts'
import { problem } from '../../http/problem.ts'
import { lookupRoute } from '../../http/route.ts'
import categories from './categories.json' with { type: 'json' }
import { activeBanks, allCountries, businessTypes, findBank, listCountryStates, toFullPage } from './lookups.ts'

export const lookupRoutes = [
  lookupRoute(lookups.listCountries, async () => toFullPage(allCountries)),
  lookupRoute(lookups.listStates, async (_context, { id }) => toFullPage(listCountryStates(id))),
  lookupRoute(lookups.listBusinessTypes, async () => toFullPage(businessTypes)),
  lookupRoute(lookups.listMerchantCategories, async () => toFullPage(categories)),
  lookupRoute(lookups.listCurrencies, async () => toFullPage([{ code: 'NGN', name: 'Nigerian naira', decimals: 2 }])),
  lookupRoute(lookups.listBanks, async (_context, { limit, offset }) => ({
    content: activeBanks.slice(offset, offset + limit),
    totalElements: activeBanks.length,
    offset,
    limit,
  })),
  lookupRoute(lookups.getBank, async (_context, { id }) => {
    const bank = findBank(id)
    if (!bank) throw problem.notFound('bank')
    return bank
  }),
]
