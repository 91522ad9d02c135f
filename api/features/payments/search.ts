import type { PutParameter } from '../../database/keyset.ts'
import { type FoundTerm, isLast4, personCondition, personsToCount, prefixRange, type Search } from '../search/search.ts'

/**
 * SQL of one branch of a search, which one index can read: a condition on payments, or a query of the emails of customers, whose
 * payments are read customer by customer.
 */
export type SearchBranch = string | { emails: string }

/** SQL of a search. A payment matches it if it matches all filters and any branch. Branches of a list exclude each other, so that no payment is listed twice. */
export interface PaymentSearch {
  filters: string[]
  branches: SearchBranch[]
}

/**
 * The conditions of a search. The branches are those of the term that finds the fewest payments, each a range of one index; the
 * other terms are filters. `isCounted` makes conditions for a count instead of a page.
 */
export function buildPaymentSearch(
  { merchantId, terms }: Search,
  put: PutParameter,
  { isCounted = false } = {},
): PaymentSearch {
  const [driver, ...others] = [...terms].sort((one, other) => rankOf(one) - rankOf(other))
  if (!driver) return { filters: ['false'], branches: [] }
  const branches = buildBranches(driver, { merchantId, isCounted }, put)
  return {
    filters: others.map((term) => anyOf(buildBranches(term, { merchantId, isCounted: false }, put))),
    branches: branches.map((branch, index) =>
      typeof branch === 'string'
        ? [branch, ...branches.slice(0, index).map((earlier) => `(${toCondition(earlier)}) is not true`)].join(' and ')
        : branch,
    ),
  }
}

/** The search as one condition. */
export function paymentSearchCondition(search: Search, put: PutParameter): string {
  const { filters, branches } = buildPaymentSearch(search, put)
  return [...filters, ...(branches.length > 0 ? [anyOf(branches)] : [])].join(' and ')
}

const toCondition = (branch: SearchBranch) =>
  typeof branch === 'string' ? branch : `payments.customer_email = any(array(${branch.emails}))`

const anyOf = (branches: readonly SearchBranch[]) => `(${branches.map(toCondition).join(' or ')})`

/** A reference is one payment, a name without a code up to a thousand persons. */
function rankOf({ code, persons }: FoundTerm): number {
  if (code !== undefined && isPaymentReference(code)) return 0
  if ('patterns' in persons) return 3
  return code === undefined ? 1 : 2
}

export const isPaymentReference = (code: string) => code.startsWith('pay_')

/** The branches of a term: a payment must match one of them. The branch of customers is the first. */
function buildBranches(
  term: FoundTerm,
  { merchantId, isCounted }: { merchantId: string; isCounted: boolean },
  put: PutParameter,
): SearchBranch[] {
  const { code, amountKobo, isPersonal, persons } = term
  if (code !== undefined && isPaymentReference(code)) return [prefixRange('reference', code, put)]
  const branches: SearchBranch[] = []
  if (isPersonal && isCounted && 'patterns' in persons) branches.push({ emails: personsToCount(merchantId, term, put) })
  else if (isPersonal) branches.push(personCondition(term, { merchantId, email: 'payments.customer_email' }, put))
  if (amountKobo !== undefined) branches.push(`amount_kobo = ${put(amountKobo)}`)
  if (code !== undefined && isLast4(code)) branches.push(`card_last4 = ${put(code)}`)
  if (code !== undefined && mayBeChargeReference(code))
    branches.push(`charge_id = any(array(
      select id from charges where merchant_id = ${put(merchantId)} and ${prefixRange('lower(reference)', code, put)}
      order by lower(reference) limit ${chargesSearched}))`)
  return branches.length === 0 ? ['false'] : branches
}

/** Maximum number of charges looked at for one reference prefix. */
const chargesSearched = 1_000

const mayBeChargeReference = (code: string) => /^[a-z0-9][a-z0-9._=-]{0,63}$/.test(code)
