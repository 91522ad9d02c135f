import type { Parsed } from '@adire/contract/endpoint.ts'
import type { getPaymentTotals } from '@adire/contract/payments.ts'
import type { Put } from '../../database/keyset.ts'
import { refuseTurnedDays } from '../../http/problem.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { paidList } from './tables.ts'

/** What is asked of the list; and whose debits they are, where a mandate asks. */
export type Filter = Parsed<typeof getPaymentTotals> & { mandateId?: string }

export const isLast4 = (search: string) => /^\d{4}$/.test(search)

/** What a payment must be to match, besides the merchant's; `put` takes a value and answers its place. */
export function conditionsOf(input: Filter, put: Put): string[] {
  const { from, to, search, minAmountKobo, maxAmountKobo } = input
  refuseTurnedDays(from, to)
  return [
    input.status === 'paid' && `status in ${paidList}`,
    input.status && input.status !== 'paid' && `status = ${put(input.status)}`,
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
    search && found(search.toLowerCase(), put),
  ].filter((condition) => typeof condition === 'string' && condition !== '') as string[]
}

/** Four digits are the end of a card number, `pay_` begins a reference, anything else an e-mail address. */
function found(search: string, put: Put): string {
  if (isLast4(search)) return `card_last4 = ${put(search)}`
  const column = search.startsWith('pay_') ? 'reference' : 'customer_email'
  // From the prefix to the prefix with the highest character behind it: a range of the index.
  return `${column} >= ${put(search)} and ${column} < ${put(`${search}\u{10ffff}`)}`
}
