import { isPaidStatus } from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'

export const sumColumns = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** Stats tables and their key columns. */
export const statKeys = {
  payment_days: ['merchant_id', 'day', 'status', 'channel'],
  payment_day_totals: ['merchant_id', 'day', 'status'],
  payment_link_totals: ['merchant_id', 'payment_link_id', 'status', 'channel'],
}
export type StatTable = keyof typeof statKeys

/** SQL that adds the sums of `from` (deltas or similar rows) to a stats table. */
export function addText(statTable: StatTable, from: string): string {
  const key = statKeys[statTable]
  const names = key.join(', ')
  return `
    insert into ${statTable} as old (${names}, ${sumColumns.join(', ')})
    select ${names}, ${sumColumns.map((sum) => `sum(${sum})`).join(', ')} from ${from}
    where ${key.map((name) => `${name} is not null`).join(' and ')} group by ${names}
    on conflict (${names}) do update set ${sumColumns.map((sum) => `${sum} = old.${sum} + excluded.${sum}`).join(', ')}`
}

/** SQL source of a stats table plus its deltas that are not rolled up yet, in one snapshot. */
export const statsSql = (statTable: StatTable, columns: string, where: string) => `(
    select ${columns} from ${statTable} where ${where}
    union all
    select ${columns} from payment_stat_deltas where ${where}
  ) figure`

/** SQL columns for `sumsOfStatus`. */
export const summedColumns = 'status, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo'

/** SQL sums per status. */
export const sumsOfStatus = `
  status, sum(amount_kobo) as "amountKobo", sum(fee_kobo) as "feeKobo", sum(vat_kobo) as "vatKobo",
  sum(net_kobo) as "netKobo", sum(refunded_kobo) as "refundedKobo"`

export interface StatusSums {
  /** Status of the payments; card checks have their own. */
  status: PaymentStatus | 'card_check'
  count: number
  amountKobo: number
  feeKobo: number
  vatKobo: number
  netKobo: number
  refundedKobo: number
}

/** SQL expression for the status under which a payment is summed. */
export const summedStatus = `case when is_card_check then 'card_check' else status end`

/** Number of card checks in the rows. */
export const cardChecksIn = (rows: StatusSums[]) =>
  rows.reduce((sum, { status, count }) => sum + (status === 'card_check' ? count : 0), 0)

/** Sums of paid payments, including those refunded since; without card checks. */
export function sumPaidPayments(rows: StatusSums[]) {
  const paid = rows.filter(({ status }) => isPaidStatus(status))
  const sumAmounts = (amount: (row: StatusSums) => number) => paid.reduce((sum, row) => sum + amount(row), 0)
  return {
    count: sumAmounts((row) => row.count),
    grossKobo: sumAmounts((row) => row.amountKobo),
    feesKobo: sumAmounts((row) => row.feeKobo + row.vatKobo),
    refundedKobo: sumAmounts((row) => row.refundedKobo),
    netKobo: sumAmounts((row) => row.netKobo - row.refundedKobo),
  }
}
