import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadPayments } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { csvFromSql } from '../../http/csv.ts'
import { buildConditions } from './filter.ts'
import { paymentCsvColumns } from './row.ts'

/** CSV of all payments that match a filter, newest first, streamed. */
export const downloadPaymentsHandler = (
  { tx, merchant }: MerchantContext,
  { columns: requestedColumns, ...filter }: ParsedInput<typeof downloadPayments>,
) =>
  csvFromSql(tx, paymentCsvColumns, requestedColumns, {
    table: 'payments',
    where: (put) =>
      // The file is used to add up sales, so card checks are included only if the filter asks for them.
      [
        ...buildConditions(merchant.id, filter, put),
        filter.status === 'card_check' ? 'true' : 'not is_card_check',
      ].join(' and '),
  })
