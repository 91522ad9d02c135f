import { type PaymentStatus, paidStatuses } from '@adire/contract/payments.ts'

export const sumColumns = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** The figures that are kept, and for what each of them is. */
export const statKeys = {
  payment_days: ['merchant_id', 'day', 'status', 'channel'],
  payment_day_totals: ['merchant_id', 'day', 'status'],
  payment_link_totals: ['merchant_id', 'payment_link_id', 'status', 'channel'],
}
export type StatTable = keyof typeof statKeys

/** SQL: adds what these come to, facts or the like, to the figures that are kept. */
export function addText(statTable: StatTable, from: string): string {
  const key = statKeys[statTable]
  const names = key.join(', ')
  return `
    insert into ${statTable} as old (${names}, ${sumColumns.join(', ')})
    select ${names}, ${sumColumns.map((sum) => `sum(${sum})`).join(', ')} from ${from}
    where ${key.map((name) => `${name} is not null`).join(' and ')} group by ${names}
    on conflict (${names}) do update set ${sumColumns.map((sum) => `${sum} = old.${sum} + excluded.${sum}`).join(', ')}`
}

/** SQL: the figures of what was folded and of what was not yet, read as of one instant. */
export const statsSql = (statTable: StatTable, columns: string, where: string) => `(
    select ${columns} from ${statTable} where ${where}
    union all
    select ${columns} from payment_stat_deltas where ${where}
  ) figure`

/** SQL: what is summed for each status. */
export const summedColumns = 'status, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo'

/** SQL: the sums of a status. */
export const sumsOfStatus = `
  status, sum(amount_kobo) as "amountKobo", sum(fee_kobo) as "feeKobo", sum(vat_kobo) as "vatKobo",
  sum(net_kobo) as "netKobo", sum(refunded_kobo) as "refundedKobo"`

export interface StatusSums {
  /** That of the payments; checks of cards are summed apart from them. */
  status: PaymentStatus | 'card_check'
  count: number
  amountKobo: number
  feeKobo: number
  vatKobo: number
  netKobo: number
  refundedKobo: number
}

/** SQL: the status under which a payment of the row is summed. */
export const summedStatus = `case when is_card_check then 'card_check' else status end`

/** How many checks of cards are among what is summed. */
export const cardChecksIn = (rows: StatusSums[]) =>
  rows.reduce((sum, { status, count }) => sum + (status === 'card_check' ? count : 0), 0)

/** What those came to that were paid, whatever went back since; without checks of cards. */
export function paidSums(rows: StatusSums[]) {
  const paid = rows.filter(({ status }) => (paidStatuses as readonly string[]).includes(status))
  const sumAmounts = (amount: (row: StatusSums) => number) => paid.reduce((sum, row) => sum + amount(row), 0)
  return {
    count: sumAmounts((row) => row.count),
    grossKobo: sumAmounts((row) => row.amountKobo),
    feesKobo: sumAmounts((row) => row.feeKobo + row.vatKobo),
    refundedKobo: sumAmounts((row) => row.refundedKobo),
    netKobo: sumAmounts((row) => row.netKobo - row.refundedKobo),
  }
}
