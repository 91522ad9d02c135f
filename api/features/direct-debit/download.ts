import type { downloadMandates } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { csvFromSql, type SqlColumn, sqlInstant, sqlNaira, sqlText } from '../../http/csv.ts'
import { expandStatusFilter } from './list.ts'
import { resolveMandateSearch } from './search.ts'

type Filter = ParsedInput<typeof downloadMandates>

/** All mandates that match the list filters, as CSV. */
export async function downloadMandatesHandler(
  context: MerchantContext,
  { columns: requestedColumns, search: typed, ...filter }: Filter,
) {
  const search = await resolveMandateSearch(context, typed)
  return csvFromSql(context.tx, columns, requestedColumns, {
    table: 'mandates',
    where: (put) =>
      [...mandateConditions(context.merchant.id, filter, put), ...(search ? [search(put)] : [])].join(' and '),
    join: next,
  })
}

function mandateConditions(
  merchantId: string,
  { status, customerId }: Pick<Filter, 'status' | 'customerId'>,
  put: PutParameter,
): string[] {
  const conditions = [`merchant_id = ${put(merchantId)}`]
  if (status) conditions.push(`status = any(${put(expandStatusFilter(status))})`)
  if (customerId) conditions.push(`customer_id = ${put(customerId)}`)
  return conditions
}

const next = `
  cross join lateral (
    select min(due_at) as next_at from mandate_debits
    where merchant_id = mandate.merchant_id and mandate_id = mandate.id and status in ('scheduled', 'retrying')
  ) debit`

const columns: SqlColumn[] = [
  { key: 'reference', title: 'Reference', sql: 'reference' },
  { key: 'customer', title: 'Customer', sql: sqlText('customer_name') },
  { key: 'email', title: 'Email', sql: sqlText('customer_email') },
  { key: 'amount', title: 'Amount (NGN)', sql: sqlNaira('amount_kobo') },
  { key: 'kind', title: 'Kind', sql: 'kind' },
  { key: 'frequency', title: 'How often', sql: `coalesce(frequency, 'on demand')` },
  { key: 'status', title: 'Status', sql: 'status' },
  { key: 'ready', title: 'Ready to debit', sql: `case when ready_to_debit then 'yes' else 'no' end` },
  { key: 'account', title: 'Account', sql: `'ending ' || last4` },
  { key: 'holder', title: 'Held by', sql: sqlText('account_name') },
  { key: 'narration', title: 'What for', sql: sqlText('narration') },
  { key: 'start', title: 'First day', sql: 'start_on' },
  { key: 'end', title: 'Last day', sql: 'end_on' },
  { key: 'debits', title: 'Debits', sql: 'debits' },
  { key: 'debited', title: 'Debited (NGN)', sql: sqlNaira('debited_kobo') },
  { key: 'nextDebit', title: 'Next debit (Africa/Lagos)', sql: sqlInstant('next_at') },
  { key: 'written', title: 'Written (Africa/Lagos)', sql: sqlInstant('mandate.created_at') },
]
