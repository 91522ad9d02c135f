import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPaymentTotals } from '@adire/contract/payments.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { paidList } from './tables.ts'

/** Filter of payment lists; `mandateId` limits it to the debits of a mandate. */
export type PaymentFilter = ParsedInput<typeof getPaymentTotals> & { mandateId?: string }

export const isLast4 = (search: string) => /^\d{4}$/.test(search)

/** SQL conditions for the filter on one merchant's payments. `put` adds a parameter and returns its placeholder. */
export function buildConditions(merchantId: string, input: PaymentFilter, put: PutParameter): string[] {
  const { from, to, search, minAmountKobo, maxAmountKobo } = input
  requireDayOrder(from, to)
  const merchant = put(merchantId)
  return [
    `merchant_id = ${merchant}`,
    ...statusConditions(input.status, put),
    input.channel && `channel = ${put(input.channel)}`,
    input.paymentLinkId && `payment_link_id = ${put(input.paymentLinkId)}`,
    input.settlementId &&
      `exists (select 1 from settlement_lines line where line.merchant_id = payments.merchant_id
        and line.payment_id = payments.id and line.type = 'payment' and line.settlement_id = ${put(input.settlementId)})`,
    input.mandateId && `mandate_id = ${put(input.mandateId)}`,
    input.subscriptionId && `subscription_id = ${put(input.subscriptionId)}`,
    input.customerEmail && `customer_email = ${put(input.customerEmail)}`,
    from && `created_at >= ${put(startOfDay(from))}`,
    to && `created_at < ${put(startOfDay(addDays(to, 1)))}`,
    minAmountKobo !== undefined && `amount_kobo >= ${put(minAmountKobo)}`,
    maxAmountKobo !== undefined && `amount_kobo <= ${put(maxAmountKobo)}`,
    search && `(${foundBy(search, merchant, put).join(' or ')})`,
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

/**
 * Search conditions of which a payment matches at most one, each a range of one index. Four digits are the end of a card number,
 * `pay_` starts a reference, anything else is an email address. A text that could be a merchant's charge reference also finds the
 * payments of such charges.
 */
export function foundBy(search: string, merchant: string, put: PutParameter): string[] {
  const text = search.toLowerCase()
  if (text.startsWith('pay_')) return [range('reference', text, put)]
  const usual = isLast4(text) ? `card_last4 = ${put(text)}` : range('customer_email', text, put)
  if (!mayBeChargeReference(text)) return [usual]
  const chargeIdsSql = `select id from charges where merchant_id = ${merchant} and ${range('lower(reference)', text, put)}
               order by lower(reference) limit ${put(chargesSearched)}`
  return [usual, `charge_id = any(array(${chargeIdsSql})) and (${usual}) is not true`]
}

/**
 * SQL source of the payments that match any search condition. Each condition uses its own index and reads no more rows than
 * needed.
 */
export function buildRowsSource(columns: string, filters: readonly string[], ways: readonly string[], rest = () => '') {
  if (ways.length < 2) return { table: 'payments', where: [...filters, ...ways].join(' and ') }
  const each = ways.map((way) => `(select ${columns} from payments where ${[...filters, way].join(' and ')} ${rest()})`)
  return { table: `(${each.join(' union all ')}) payments`, where: 'true' }
}

/** Maximum number of charges looked at for one reference prefix. */
const chargesSearched = 1_000

/** Whether a text could be a charge reference. Order references contain a digit or a dash; a text with neither is a name. */
const mayBeChargeReference = (text: string) => /^[a-z0-9][a-z0-9._=-]{0,63}$/.test(text) && /[\d_=-]/.test(text)

/** Prefix search as an index range: from the prefix to the prefix followed by the highest character. */
const range = (column: string, prefix: string, put: PutParameter) =>
  `(${column} >= ${put(prefix)} and ${column} < ${put(`${prefix}\u{10ffff}`)})`
