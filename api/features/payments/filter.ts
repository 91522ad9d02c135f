import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPaymentTotals } from '@adire/contract/payments.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import type { SearchBranch } from './search.ts'
import { paidList } from './tables.ts'

/** Filter of payment lists; `mandateId` limits it to the debits of a mandate. */
export type PaymentFilter = ParsedInput<typeof getPaymentTotals> & { mandateId?: string }

/** SQL conditions for the filter on one merchant's payments, without its search. `put` adds a parameter and returns its placeholder. */
export function buildConditions(merchantId: string, input: Omit<PaymentFilter, 'search'>, put: PutParameter): string[] {
  const { from, to, minAmountKobo, maxAmountKobo } = input
  requireDayOrder(from, to)
  const merchant = put(merchantId)
  return [
    `merchant_id = ${merchant}`,
    ...statusConditions(input.status, put),
    input.channel && `channel = ${put(input.channel)}`,
    input.paymentLinkId && `payment_link_id = ${put(input.paymentLinkId)}`,
    input.settlementId &&
      `exists (select 1 from settlement_lines line where line.merchant_id = ${merchant}
        and line.payment_id = payments.id and line.type = 'payment' and line.settlement_id = ${put(input.settlementId)})`,
    input.mandateId && `mandate_id = ${put(input.mandateId)}`,
    input.subscriptionId && `subscription_id = ${put(input.subscriptionId)}`,
    input.customerEmail && `customer_email = ${put(input.customerEmail)}`,
    from && `created_at >= ${put(startOfDay(from))}`,
    to && `created_at < ${put(startOfDay(addDays(to, 1)))}`,
    minAmountKobo !== undefined && `amount_kobo >= ${put(minAmountKobo)}`,
    maxAmountKobo !== undefined && `amount_kobo <= ${put(maxAmountKobo)}`,
  ].filter((condition) => typeof condition === 'string' && condition !== '') as string[]
}

/** Conditions for a status. Card checks have their own filter value and match no other status. */
function statusConditions(status: PaymentFilter['status'], put: PutParameter): string[] {
  if (!status) return []
  if (status === 'card_check') return ['is_card_check']
  return [statusIs(status, put), 'not is_card_check']
}

/** SQL condition for a status, for payment rows and for rows of the stats tables. */
export const statusIs = (status: NonNullable<PaymentFilter['status']>, put: PutParameter): string =>
  status === 'paid' ? `status in ${paidList}` : `status = ${put(status)}`

/** SQL source of the payments that match any branch of a search. Each branch uses its own index and reads no more rows than needed. */
export function buildRowsSource(
  columns: string,
  filters: readonly string[],
  branches: readonly SearchBranch[],
  rest = () => '',
) {
  if (branches.length < 2) return sourceOfBranch(columns, filters, branches[0])
  const each = branches.map((branch) => {
    const { table, where } = sourceOfBranch(columns, filters, branch)
    return `(select ${columns} from ${table} where ${where} ${rest()})`
  })
  return { table: `(${each.join(' union all ')}) payments`, where: 'true' }
}

/** The payments of many persons are read person by person (`offset 0` prevents a join), until a count has enough. */
function sourceOfBranch(columns: string, filters: readonly string[], branch: SearchBranch | undefined) {
  if (typeof branch !== 'object')
    return { table: 'payments', where: [...filters, ...(branch === undefined ? [] : [branch])].join(' and ') }
  const ofPerson = [...filters, 'customer_email = person.email'].join(' and ')
  return {
    table: `(${branch.emails}) person cross join lateral (select ${columns} from payments where ${ofPerson} offset 0) payments`,
    where: 'true',
  }
}
