import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadPayments } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import type { TableFormat } from '../../http/cells.ts'
import { selectedCondition, streamTableFromSql } from '../../http/table-file.ts'
import { resolveSearch } from '../search/search.ts'
import { expectedDays } from './events.ts'
import { expectedDaysJoin, paymentFileColumns } from './file-columns.ts'
import { buildConditions } from './filter.ts'
import { paymentSearchCondition } from './search.ts'

/** File of all payments that match a filter, newest first, streamed. */
export async function downloadPaymentsHandler(
  { tx, merchant, now }: MerchantContext,
  { columns, ids, search: typed, ...filter }: ParsedInput<typeof downloadPayments>,
  format: TableFormat,
) {
  const search = typed ? await resolveSearch(tx, merchant.id, typed) : undefined
  const isExpected = !columns || columns.split(',').includes('settlementDay')
  const join = isExpected ? expectedDaysJoin(await expectedDays.get()(tx, merchant.id, now)) : ''
  return streamTableFromSql(
    tx,
    paymentFileColumns(merchant.id),
    { columns, format },
    {
      table: 'payments',
      join,
      where: (put) =>
        [
          ...buildConditions(merchant.id, filter, put),
          ...(search ? [paymentSearchCondition(search, put)] : []),
          // The file is used to add up sales, so card checks are included only if they were asked for.
          ids ? selectedCondition(ids, put) : filter.status === 'card_check' ? 'true' : 'not is_card_check',
        ].join(' and '),
    },
  )
}
