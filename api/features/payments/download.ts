import type { Answer } from '@adire/contract/custom-fields.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { channelNames, type downloadPayments, type PaymentRow } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { type CsvColumn, csvInstant, csvNaira, csvOf } from '../../http/csv.ts'
import { conditionsOf } from './filter.ts'

type Row = Omit<PaymentRow, 'createdAt' | 'currency'> & {
  createdAt: Date
  paidAt: Date | null
  metadata: Answer[] | null
  note: string | null
}

/** All that a filter finds, newest first, piece by piece. */
export const download = (
  { tx, merchant }: MerchantContext,
  { columns: asked, ...filter }: Parsed<typeof downloadPayments>,
) =>
  csvOf<Row>(columns, asked, async (last, limit) => {
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
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'status', title: 'Status', of: ({ status }) => status },
  { key: 'customer', title: 'Customer', of: ({ customerName }) => customerName },
  { key: 'email', title: 'Email', of: ({ customerEmail }) => customerEmail },
  { key: 'amount', title: 'Amount (NGN)', of: ({ amountKobo }) => csvNaira(amountKobo) },
  { key: 'fee', title: 'Fee (NGN)', of: ({ feeKobo }) => csvNaira(feeKobo) },
  { key: 'vat', title: 'VAT (NGN)', of: ({ vatKobo }) => csvNaira(vatKobo) },
  { key: 'net', title: 'Net (NGN)', of: ({ netKobo }) => csvNaira(netKobo) },
  { key: 'refunded', title: 'Refunded (NGN)', of: ({ refundedKobo }) => csvNaira(refundedKobo) },
  { key: 'channel', title: 'Channel', of: ({ channel }) => channel && channelNames[channel] },
  { key: 'card', title: 'Card', of: ({ cardBrand, cardLast4 }) => cardLast4 && `${cardBrand ?? 'card'} ${cardLast4}` },
  { key: 'started', title: 'Started (Africa/Lagos)', of: ({ createdAt }) => csvInstant(createdAt) },
  { key: 'paid', title: 'Paid (Africa/Lagos)', of: ({ paidAt }) => paidAt && csvInstant(paidAt) },
  {
    key: 'answers',
    title: 'Answers',
    of: ({ metadata }) => metadata?.map(({ label, value }) => `${label}: ${value}`).join('; '),
  },
  { key: 'note', title: 'Note', of: ({ note }) => note },
]
