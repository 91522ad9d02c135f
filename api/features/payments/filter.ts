import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPaymentTotals } from '@adire/contract/payments.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { paidList } from './tables.ts'

/** What is asked of the list; and whose debits they are, where a mandate asks. */
export type PaymentFilter = ParsedInput<typeof getPaymentTotals> & { mandateId?: string }

export const isLast4 = (search: string) => /^\d{4}$/.test(search)

/** What a payment of a merchant's must be to match; `put` takes a value and answers its place. */
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

/** By status no checks of cards are found: they are filtered by themselves. */
function statusConditions(status: PaymentFilter['status'], put: PutParameter): string[] {
  if (!status) return []
  if (status === 'card_check') return ['is_card_check']
  return [statusIs(status, put), 'not is_card_check']
}

/** SQL: whether a row, of payments or of their sums, counts under this status. */
export const statusIs = (status: NonNullable<PaymentFilter['status']>, put: PutParameter): string =>
  status === 'paid' ? `status in ${paidList}` : `status = ${put(status)}`

/**
 * The ways in which a text finds payments, of which a payment matches one at most, so that each is a range of one index. Four
 * digits are the end of a card number, `pay_` begins a reference, anything else an e-mail address; and what may be the
 * business's own reference finds the payments of such a charge besides.
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
 * These columns of payments that a text finds in one way or another: each way goes along an index of its own, no further
 * than it is read.
 */
export function buildRowsSource(columns: string, filters: readonly string[], ways: readonly string[], rest = () => '') {
  if (ways.length < 2) return { table: 'payments', where: [...filters, ...ways].join(' and ') }
  const each = ways.map((way) => `(select ${columns} from payments where ${[...filters, way].join(' and ')} ${rest()})`)
  return { table: `(${each.join(' union all ')}) payments`, where: 'true' }
}

/** Of a start that more charges have in common, so many are looked at. */
const chargesSearched = 1_000

/** Orders are numbered; what has neither digit nor dash is somebody's name. */
const mayBeChargeReference = (text: string) => /^[a-z0-9][a-z0-9._=-]{0,63}$/.test(text) && /[\d_=-]/.test(text)

/** From the prefix to the prefix with the highest character behind it: a range of the index. */
const range = (column: string, prefix: string, put: PutParameter) =>
  `(${column} >= ${put(prefix)} and ${column} < ${put(`${prefix}\u{10ffff}`)})`
