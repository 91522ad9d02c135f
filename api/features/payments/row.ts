import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import type { PaymentRecord } from './move.ts'

/** A field of `PaymentRow`: its SQL for the list, and its value for a record that was read already. */
interface RowField<Value> {
  sql: string
  of(payment: PaymentRecord): Value
}

export const cardBrandSql = `channel_details #>> '{card,brand}'`

const rowFields: { [Key in keyof PaymentRow]: RowField<PaymentRow[Key]> } = {
  id: { sql: 'id', of: ({ id }) => id },
  reference: { sql: 'reference', of: ({ reference }) => reference },
  status: { sql: 'status', of: ({ status }) => status },
  channel: { sql: 'channel', of: ({ channel }) => channel },
  quantity: { sql: 'quantity', of: ({ quantity }) => quantity },
  amountKobo: { sql: 'amount_kobo', of: ({ amountKobo }) => amountKobo },
  feeKobo: { sql: 'fee_kobo', of: ({ feeKobo }) => feeKobo },
  vatKobo: { sql: 'vat_kobo', of: ({ vatKobo }) => vatKobo },
  netKobo: { sql: 'net_kobo', of: ({ netKobo }) => netKobo },
  sharedKobo: { sql: 'shared_kobo', of: ({ sharedKobo }) => sharedKobo },
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
