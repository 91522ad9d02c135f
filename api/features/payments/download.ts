import { channelNames } from '@adire/contract/channels/channels.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadPayments } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { csvFromSql, type SqlColumn, sqlInstant, sqlNaira, sqlNames, sqlText } from '../../http/csv.ts'
import { buildConditions } from './filter.ts'

/** CSV of all payments that match a filter, newest first, streamed. */
export const downloadPaymentsHandler = (
  { tx, merchant }: MerchantContext,
  { columns: requestedColumns, ...filter }: ParsedInput<typeof downloadPayments>,
) =>
  csvFromSql(tx, columns, requestedColumns, {
    table: 'payments',
    where: (put) =>
      // The file is used to add up sales, so card checks are included only if the filter asks for them.
      [
        ...buildConditions(merchant.id, filter, put),
        filter.status === 'card_check' ? 'true' : 'not is_card_check',
      ].join(' and '),
  })

const customFieldsText = `(
  select string_agg(concat(answer ->> 'label', ': ', answer ->> 'value'), '; ')
  from jsonb_array_elements(metadata) answer
)`

const columns: SqlColumn[] = [
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
    sql: `case when card_last4 <> '' then coalesce(channel_details #>> '{card,brand}', 'card') || ' ' || card_last4 end`,
  },
  { key: 'started', title: 'Started (Africa/Lagos)', sql: sqlInstant('created_at') },
  { key: 'paid', title: 'Paid (Africa/Lagos)', sql: sqlInstant('paid_at') },
  // Few payments have custom fields; without this check, the subquery would make the others about a tenth slower.
  { key: 'answers', title: 'Answers', sql: `case when metadata is not null then ${sqlText(customFieldsText)} end` },
  { key: 'note', title: 'Note', sql: sqlText('note') },
]
