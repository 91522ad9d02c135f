import { channelNames } from '@adire/contract/channels/channels.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { type SqlColumn, sqlInstant, sqlNaira, sqlNames, sqlText } from '../../http/csv.ts'
import type { PaymentRecord } from './move.ts'

/** A field of `PaymentRow`: its SQL for the list, and its value for a record that was read already. */
interface RowField<Value> {
  sql: string
  of(payment: PaymentRecord): Value
}

const cardBrandSql = `channel_details #>> '{card,brand}'`

const rowFields: { [Key in keyof PaymentRow]: RowField<PaymentRow[Key]> } = {
  id: { sql: 'id', of: ({ id }) => id },
  reference: { sql: 'reference', of: ({ reference }) => reference },
  status: { sql: 'status', of: ({ status }) => status },
  channel: { sql: 'channel', of: ({ channel }) => channel },
  amountKobo: { sql: 'amount_kobo', of: ({ amountKobo }) => amountKobo },
  feeKobo: { sql: 'fee_kobo', of: ({ feeKobo }) => feeKobo },
  vatKobo: { sql: 'vat_kobo', of: ({ vatKobo }) => vatKobo },
  netKobo: { sql: 'net_kobo', of: ({ netKobo }) => netKobo },
  refundedKobo: { sql: 'refunded_kobo', of: ({ refundedKobo }) => refundedKobo },
  currency: { sql: `'NGN'`, of: () => 'NGN' },
  customerEmail: { sql: 'customer_email', of: ({ customerEmail }) => customerEmail },
  customerName: { sql: 'customer_name', of: ({ customerName }) => customerName },
  cardBrand: {
    sql: cardBrandSql,
    of: ({ channelDetails }) => channelDetails.card?.brand ?? null,
  },
  cardLast4: { sql: 'card_last4', of: ({ cardLast4 }) => cardLast4 },
  isCardCheck: { sql: 'is_card_check', of: ({ isCardCheck }) => isCardCheck },
  createdAt: { sql: 'created_at', of: ({ createdAt }) => createdAt.toISOString() },
}

const entries = Object.entries(rowFields) as [keyof PaymentRow, RowField<never>][]

/** The fields of a row, selected under their names. */
export const rowColumnsSql = entries.map(([key, { sql }]) => `${sql} as "${key}"`).join(', ')

/** Payment as a row of a list. */
export const toPaymentRow = (payment: PaymentRecord) =>
  Object.fromEntries(entries.map(([key, { of }]) => [key, of(payment)])) as unknown as PaymentRow

const customFieldsText = `(
  select string_agg(concat(answer ->> 'label', ': ', answer ->> 'value'), '; ')
  from jsonb_array_elements(metadata) answer
)`

/** Columns of the CSV. Text that people typed goes through `sqlText`. */
export const paymentCsvColumns: SqlColumn[] = [
  { key: 'reference', title: 'Reference', sql: 'reference' },
  { key: 'status', title: 'Status', sql: 'status' },
  { key: 'customer', title: 'Customer', sql: sqlText('customer_name') },
  { key: 'email', title: 'Email', sql: sqlText('customer_email') },
  { key: 'amount', title: 'Amount (NGN)', sql: sqlNaira('amount_kobo') },
  { key: 'fee', title: 'Fee (NGN)', sql: sqlNaira('fee_kobo') },
  { key: 'vat', title: 'VAT (NGN)', sql: sqlNaira('vat_kobo') },
  { key: 'net', title: 'Net (NGN)', sql: sqlNaira('net_kobo') },
  { key: 'refunded', title: 'Refunded (NGN)', sql: sqlNaira('refunded_kobo') },
  { key: 'channel', title: 'Channel', sql: sqlNames('channel', channelNames) },
  {
    key: 'card',
    title: 'Card',
    sql: `case when card_last4 <> '' then coalesce(${cardBrandSql}, 'card') || ' ' || card_last4 end`,
  },
  { key: 'started', title: 'Started (Africa/Lagos)', sql: sqlInstant('created_at') },
  { key: 'paid', title: 'Paid (Africa/Lagos)', sql: sqlInstant('paid_at') },
  // Few payments have custom fields; without this check, the subquery would make the others about a tenth slower.
  { key: 'answers', title: 'Answers', sql: `case when metadata is not null then ${sqlText(customFieldsText)} end` },
  { key: 'note', title: 'Note', sql: sqlText('note') },
]
