import type { MerchantContext } from '../../context.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'

const searchFields: SearchFields = {
  email: 'mandates.customer_email',
  amounts: ['amount_kobo'],
  references: ['reference'],
  texts: ['narration'],
  last4: ['last4'],
}

/** SQL condition of a search for mandates; undefined without one. */
export async function resolveMandateSearch({ tx, merchant }: MerchantContext, search: string | undefined) {
  if (!search) return undefined
  const found = await resolveSearch(tx, merchant.id, search)
  return (put: PutParameter) => searchCondition(found, searchFields, put)
}
