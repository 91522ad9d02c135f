import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type downloadInvoices,
  type getInvoiceTotals,
  invoiceStatusNames,
  type listInvoices,
  openInvoiceStatuses,
} from '@adire/contract/invoices.ts'
import type { InvoiceRow, InvoiceStatus } from '@adire/contract/invoices-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { shownNumberExpression } from '../../database/invoice-number.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import type { TableFormat } from '../../http/cells.ts'
import { listOfText } from '../../http/page.ts'
import { requireDayOrder } from '../../http/problem.ts'
import { selectedCondition, sqlColumns, sqlNames, streamTableFromSql } from '../../http/table-file.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { prefixRange, resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'
import { comparedNumberExpression } from './tables.ts'

type Filter = ParsedInput<typeof downloadInvoices> & Pick<ParsedInput<typeof listInvoices>, 'metadata'>
type Row = Omit<InvoiceRow, 'createdAt'> & { createdAt: Date; paidAt: Date | null }

const columns = `id, ${shownNumberExpression} as number, status, customer_id as "customerId", customer_email as "customerEmail",
  customer_name as "customerName", total_kobo as "totalKobo", paid_kobo as "paidKobo", refunded_kobo as "refundedKobo", due_on::text as "dueOn",
  created_at as "createdAt", paid_at as "paidAt"`

const toInvoiceRowResponse = ({ paidAt: _, ...row }: Row): InvoiceRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

export async function listInvoicesHandler(context: MerchantContext, input: ParsedInput<typeof listInvoices>) {
  return listOfText(context.tx, input, {
    table: 'invoices',
    matching: await invoiceCondition(context, input),
    as: 'invoice',
    columns,
    from: 'invoice',
    serialize: toInvoiceRowResponse,
    sorting: { merchantId: context.merchant.id, by: { totalKobo: 'total_kobo', dueOn: 'due_on' } },
  })
}

type Sums = { status: InvoiceStatus; count: number; owed: number; paid: number; refunded: number }

/** Totals of the invoices that match a filter: count per status, and amounts due, paid and refunded. */
export async function getInvoiceTotalsHandler(context: MerchantContext, input: ParsedInput<typeof getInvoiceTotals>) {
  const values: unknown[] = []
  const where = (await invoiceCondition(context, input))((value) => `$${values.push(value)}`)
  const { rows } = await context.tx.$client.query<Sums>(
    `select status, count(*)::int as count, sum(greatest(total_kobo - paid_kobo, 0))::bigint as owed, sum(paid_kobo)::bigint as paid,
            sum(refunded_kobo)::bigint as refunded
     from invoices where ${where} group by status`,
    values,
  )
  const sumAmounts = (of: 'owed' | 'paid' | 'refunded', statuses?: readonly InvoiceStatus[]) =>
    rows.reduce((sum, row) => (!statuses || statuses.includes(row.status) ? sum + row[of] : sum), 0)
  return {
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    owedKobo: sumAmounts('owed', openInvoiceStatuses),
    overdueKobo: sumAmounts('owed', ['overdue']),
    paidKobo: sumAmounts('paid'),
    refundedKobo: sumAmounts('refunded'),
  }
}

export async function downloadInvoicesHandler(
  context: MerchantContext,
  { columns, ...filter }: Filter,
  format: TableFormat,
) {
  return streamTableFromSql(
    context.tx,
    fileColumns,
    { columns, format },
    {
      table: 'invoices',
      where: await invoiceCondition(context, filter),
    },
  )
}

const fileColumns = sqlColumns('invoices', {
  number: shownNumberExpression,
  customer: 'customer_name',
  email: 'customer_email',
  amount: 'total_kobo',
  paid: 'paid_kobo',
  refunded: 'refunded_kobo',
  outstanding: `case when status in (${openInvoiceStatuses.map((status) => `'${status}'`).join(', ')})
    then greatest(total_kobo - paid_kobo, 0) else 0 end`,
  status: sqlNames('status', invoiceStatusNames),
  due: 'due_on',
  written: 'created_at',
  paidOn: 'paid_at',
})

async function invoiceCondition(
  { tx, merchant }: MerchantContext,
  { search, status, from, to, customerId, metadata, ids }: Filter,
) {
  requireDayOrder(from, to)
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  return (put: PutParameter) => {
    const conditions = [`merchant_id = ${put(merchant.id)}`, 'deleted_at is null']
    if (status) conditions.push(`status = any(${put(status === 'outstanding' ? openInvoiceStatuses : [status])})`)
    if (customerId) conditions.push(`customer_id = ${put(customerId)}`)
    if (from) conditions.push(`created_at >= ${put(startOfDay(from))}`)
    if (to) conditions.push(`created_at < ${put(startOfDay(addDays(to, 1)))}`)
    if (ids) conditions.push(selectedCondition(ids, put))
    if (metadata) conditions.push(metadataCondition(metadata, put))
    if (found) conditions.push(searchCondition(found, searchFields, put))
    return conditions.join(' and ')
  }
}

const searchFields: SearchFields = {
  email: 'invoices.customer_email',
  amounts: ['total_kobo'],
  // The beginning of a number, and `inv12` or `12` for the automatic number INV-0012.
  others: ({ code }, put) => {
    if (!code) return []
    const number = /^(?:inv-?)?(\d{1,9})$/.exec(code)?.[1]
    return [prefixRange(comparedNumberExpression, code, put), ...(number ? [`number = ${put(Number(number))}`] : [])]
  },
}
