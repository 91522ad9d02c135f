import type { PutParameter } from '../../database/keyset.ts'
import { type FoundTerm, isLast4, personCondition, personsToCount, prefixRange, type Search } from '../search/search.ts'

/** SQL of a way to payments: a condition on them, or the emails of persons, whose payments are read one person after the other. */
export type SearchWay = string | { emails: string }

/** SQL of a search. A payment matches it if it matches all filters and any way; it matches at most one way. */
export interface PaymentSearch {
  filters: string[]
  ways: SearchWay[]
}

/**
 * The conditions of a search. The ways are those of the term that finds the fewest payments, each a range of one index; the
 * other terms are filters. `isCounted` makes conditions for a count instead of a page.
 */
export function buildPaymentSearch(
  { merchantId, terms }: Search,
  put: PutParameter,
  { isCounted = false } = {},
): PaymentSearch {
  const [driver, ...others] = [...terms].sort((one, other) => rankOf(one) - rankOf(other))
  if (!driver) return { filters: ['false'], ways: [] }
  const ways = buildWays(driver, { merchantId, isCounted }, put)
  return {
    filters: others.map((term) => anyOf(buildWays(term, { merchantId, isCounted: false }, put))),
    ways: ways.map((way, index) =>
      typeof way === 'string'
        ? [way, ...ways.slice(0, index).map((earlier) => `(${toCondition(earlier)}) is not true`)].join(' and ')
        : way,
    ),
  }
}

/** The search as one condition. */
export function paymentSearchCondition(search: Search, put: PutParameter): string {
  const { filters, ways } = buildPaymentSearch(search, put)
  return [...filters, ...(ways.length > 0 ? [anyOf(ways)] : [])].join(' and ')
}

const toCondition = (way: SearchWay) =>
  typeof way === 'string' ? way : `payments.customer_email = any(array(${way.emails}))`

const anyOf = (ways: readonly SearchWay[]) => `(${ways.map(toCondition).join(' or ')})`

/** A reference is one payment, a name without a code up to a thousand persons. */
function rankOf({ code, persons }: FoundTerm): number {
  if (code !== undefined && isPaymentReference(code)) return 0
  if ('patterns' in persons) return 3
  return code === undefined ? 1 : 2
}

export const isPaymentReference = (code: string) => code.startsWith('pay_')

/** The ways of which a payment must match one; that of persons is the first. */
function buildWays(
  term: FoundTerm,
  { merchantId, isCounted }: { merchantId: string; isCounted: boolean },
  put: PutParameter,
): SearchWay[] {
  const { code, amountKobo, isPersonal, persons } = term
  if (code !== undefined && isPaymentReference(code)) return [prefixRange('reference', code, put)]
  const ways: SearchWay[] = []
  if (isPersonal && isCounted && 'patterns' in persons) ways.push({ emails: personsToCount(merchantId, term, put) })
  else if (isPersonal) ways.push(personCondition(term, { merchantId, email: 'payments.customer_email' }, put))
  if (amountKobo !== undefined) ways.push(`amount_kobo = ${put(amountKobo)}`)
  if (code !== undefined && isLast4(code)) ways.push(`card_last4 = ${put(code)}`)
  if (code !== undefined && mayBeChargeReference(code))
    ways.push(`charge_id = any(array(
      select id from charges where merchant_id = ${put(merchantId)} and ${prefixRange('lower(reference)', code, put)}
      order by lower(reference) limit ${chargesSearched}))`)
  return ways.length === 0 ? ['false'] : ways
}

/** Maximum number of charges looked at for one reference prefix. */
const chargesSearched = 1_000

const mayBeChargeReference = (code: string) => /^[a-z0-9][a-z0-9._=-]{0,63}$/.test(code)
