import { numberMask } from '@adire/contract/channels/method-name.ts'
import { type downloadMandates, mandateKindNames } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { intervalNames } from '@adire/contract/periods.ts'
import { activeMandateNames, mandateStatusNames } from '@adire/contract/status-names.ts'
import type { MerchantContext } from '../../context.ts'
import { toSqlLiteral } from '../../database/copy.ts'
import type { PutParameter } from '../../database/keyset.ts'
import type { TableFormat } from '../../http/cells.ts'
import { sqlColumns, sqlNames, streamTableFromSql } from '../../http/table-file.ts'
import { knownBanks } from '../lookups/lookups.ts'
import { expandStatusFilter } from './list.ts'
import { resolveMandateSearch } from './search.ts'

type Filter = ParsedInput<typeof downloadMandates>

/** All mandates that match the list filters, as a file. */
export async function downloadMandatesHandler(
  context: MerchantContext,
  { columns, search: typed, ...filter }: Filter,
  format: TableFormat,
) {
  const search = await resolveMandateSearch(context, typed)
  return streamTableFromSql(
    context.tx,
    fileColumns,
    { columns, format },
    {
      table: 'mandates',
      where: (put) =>
        [...mandateConditions(context.merchant.id, filter, put), ...(search ? [search(put)] : [])].join(' and '),
      join: next(toSqlLiteral(context.merchant.id)),
    },
  )
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

/**
 * The next debit of each mandate.
 * @param merchant SQL of the merchant's id
 */
const next = (merchant: string) => `
  cross join lateral (
    select min(due_at) as next_at from mandate_debits
    where merchant_id = ${merchant} and mandate_id = mandate.id and status in ('scheduled', 'retrying')
  ) debit`

const fileColumns = sqlColumns('mandates', {
  reference: 'mandate.reference',
  customer: 'customer_name',
  email: 'customer_email',
  amount: 'amount_kobo',
  kind: sqlNames('kind', mandateKindNames),
  frequency: `coalesce(${sqlNames('frequency', intervalNames)}, 'On demand')`,
  status: `case when status = 'active'
    then case when ready_to_debit then '${activeMandateNames.ready}' else '${activeMandateNames.notReady}' end
    else ${sqlNames('status', mandateStatusNames)} end`,
  ready: `case when ready_to_debit then 'Yes' else 'No' end`,
  bank: sqlNames('bank_id', Object.fromEntries(knownBanks.map(({ id, name }) => [id, name]))),
  account: `'${numberMask} ' || last4`,
  holder: 'account_name',
  narration: 'narration',
  start: 'start_on',
  end: 'end_on',
  debits: 'debits',
  debited: 'debited_kobo',
  nextDebit: 'next_at',
  written: 'mandate.created_at',
})
