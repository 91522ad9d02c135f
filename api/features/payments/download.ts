import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadPayments } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { csvFromSql } from '../../http/csv.ts'
import { resolveSearch } from '../search/search.ts'
import { buildConditions } from './filter.ts'
import { paymentCsvColumns } from './row.ts'
import { paymentSearchCondition } from './search.ts'

/** CSV of all payments that match a filter, newest first, streamed. */
export async function downloadPaymentsHandler(
  { tx, merchant }: MerchantContext,
  { columns: requestedColumns, search: typed, ...filter }: ParsedInput<typeof downloadPayments>,
) {
  const search = typed ? await resolveSearch(tx, merchant.id, typed) : undefined
  return csvFromSql(tx, paymentCsvColumns, requestedColumns, {
    table: 'payments',
    where: (put) =>
      [
        ...buildConditions(merchant.id, filter, put),
        ...(search ? [paymentSearchCondition(search, put)] : []),
        // The file is used to add up sales, so card checks are included only if the filter asks for them.
        filter.status === 'card_check' ? 'true' : 'not is_card_check',
      ].join(' and '),
  })
}
