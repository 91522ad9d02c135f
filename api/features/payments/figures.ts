import { paidList } from './tables.ts'

export const sums = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** The figures that are kept, and for what each of them is. */
export const keptBy = {
  payment_days: ['merchant_id', 'day', 'status', 'channel'],
  payment_day_totals: ['merchant_id', 'day', 'status'],
  payment_link_totals: ['merchant_id', 'payment_link_id', 'status', 'channel'],
}
export type Kept = keyof typeof keptBy

/** SQL: adds what these come to, facts or the like, to the figures that are kept. */
export function addText(kept: Kept, from: string): string {
  const key = keptBy[kept]
  const names = key.join(', ')
  return `
    insert into ${kept} as old (${names}, ${sums.join(', ')})
    select ${names}, ${sums.map((sum) => `sum(${sum})`).join(', ')} from ${from}
    where ${key.map((name) => `${name} is not null`).join(' and ')} group by ${names}
    on conflict (${names}) do update set ${sums.map((sum) => `${sum} = old.${sum} + excluded.${sum}`).join(', ')}`
}

/** SQL: the figures of what was folded and of what was not yet, read as of one instant. */
export const figuresOf = (kept: Kept, columns: string, where: string) => `(
    select ${columns} from ${kept} where ${where}
    union all
    select ${columns} from payment_facts where ${where}
  ) figure`

const ofPaid = (kobo: string) => `coalesce(sum(${kobo}) filter (where status in ${paidList}), 0)`

/** SQL: what payments or figures of them come to, of those that were paid. */
export const totalColumns = `
  ${ofPaid('amount_kobo')} as "grossKobo", ${ofPaid('fee_kobo + vat_kobo')} as "feesKobo",
  ${ofPaid('refunded_kobo')} as "refundedKobo", ${ofPaid('net_kobo - refunded_kobo')} as "netKobo"`
