import type { Answer } from '@adire/contract/custom-fields.ts'
import { channelNames, type PaymentRow } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { type CsvColumn, csvInstant, csvNaira, csvOf } from '../../http/csv.ts'
import { conditionsOf, type Filter } from './filter.ts'

type Row = Omit<PaymentRow, 'createdAt' | 'currency'> & {
  createdAt: Date
  paidAt: Date | null
  metadata: Answer[] | null
  note: string | null
}

/** All that a filter finds, newest first, piece by piece. */
export const download = ({ tx, merchant }: MerchantContext, filter: Filter) =>
  csvOf<Row>(columns, async (last, limit) => {
    const values: unknown[] = [merchant.id]
    const put = (value: unknown) => `$${values.push(value)}`
    const where = ['merchant_id = $1', ...conditionsOf(filter, put)]
    if (last) where.push(`(created_at, id) < (${put(last.createdAt)}::timestamptz, ${put(last.id)}::uuid)`)
    const { rows } = await tx.$client.query<Row>(
      `select id, reference, status, channel, amount_kobo as "amountKobo", fee_kobo as "feeKobo", vat_kobo as "vatKobo",
              net_kobo as "netKobo", refunded_kobo as "refundedKobo", customer_email as "customerEmail",
              customer_name as "customerName", card_brand as "cardBrand", card_last4 as "cardLast4",
              created_at as "createdAt", paid_at as "paidAt", metadata, note
       from payments where ${where.join(' and ')} order by created_at desc, id desc limit ${put(limit)}`,
      values,
    )
    return rows
  })

const columns: CsvColumn<Row>[] = [
  { title: 'Reference', of: ({ reference }) => reference },
  { title: 'Status', of: ({ status }) => status },
  { title: 'Customer', of: ({ customerName }) => customerName },
  { title: 'Email', of: ({ customerEmail }) => customerEmail },
  { title: 'Amount (NGN)', of: ({ amountKobo }) => csvNaira(amountKobo) },
  { title: 'Fee (NGN)', of: ({ feeKobo }) => csvNaira(feeKobo) },
  { title: 'VAT (NGN)', of: ({ vatKobo }) => csvNaira(vatKobo) },
  { title: 'Net (NGN)', of: ({ netKobo }) => csvNaira(netKobo) },
  { title: 'Refunded (NGN)', of: ({ refundedKobo }) => csvNaira(refundedKobo) },
  { title: 'Channel', of: ({ channel }) => channel && channelNames[channel] },
  { title: 'Card', of: ({ cardBrand, cardLast4 }) => cardLast4 && `${cardBrand ?? 'card'} ${cardLast4}` },
  { title: 'Started (Africa/Lagos)', of: ({ createdAt }) => csvInstant(createdAt) },
  { title: 'Paid (Africa/Lagos)', of: ({ paidAt }) => paidAt && csvInstant(paidAt) },
  {
    title: 'Answers',
    of: ({ metadata }) => metadata?.map(({ label, value }) => `${label}: ${value}`).join('; '),
  },
  { title: 'Note', of: ({ note }) => note },
]
