import { customerStatuses, type downloadCustomers, type listCustomers } from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { statusLabels } from '@adire/contract/status-names.ts'
import type { MerchantContext } from '../../context.ts'
import { toSqlLiteral } from '../../database/copy.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import type { TableFormat } from '../../http/cells.ts'
import { listOfText } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { selectedCondition, sqlColumns, sqlNames, streamTableFromSql } from '../../http/table-file.ts'
import { paidList } from '../payments/tables.ts'
import { resolveSearch, searchCondition } from '../search/search.ts'
import { customerSortExpressions } from './tables.ts'

type Filter = Pick<ParsedInput<typeof listCustomers>, 'search' | 'metadata'> &
  Partial<ParsedInput<typeof downloadCustomers>>
type Row = Omit<Customer, 'createdAt' | 'lastPaidAt'> & { createdAt: Date; lastPaidAt: Date | null }

const columns = `
  customer.id, customer.email, customer.first_name as "firstName", customer.last_name as "lastName", customer.phone,
  customer.status, customer.blacklist_reason as "blacklistReason", customer.metadata, customer.created_at as "createdAt",
  customer.last_paid_at as "lastPaidAt", customer.paid_kobo as "paidKobo", paid.payments`

/**
 * Number of payments of each customer, without card checks. Computed only for the customers of one page, from the index by email.
 * @param merchant SQL of the merchant's id
 */
const paid = (merchant: string) => `
  cross join lateral (
    select count(*) as payments from payments
    where merchant_id = ${merchant} and customer_email = customer.email
      and status in ${paidList} and not is_card_check
  ) paid`

const toCustomerResponse = (row: Row): Customer => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastPaidAt: row.lastPaidAt?.toISOString() ?? null,
})

/**
 * One customer of the merchant, with current totals.
 * @throws 404 customer_not_found
 */
export async function retrieveCustomer({ tx, merchant }: MerchantContext, id: string): Promise<Customer> {
  const { rows } = await tx.$client.query<Row>({
    name: 'customer',
    text: `select ${columns} from customers customer ${paid('$1')} where customer.merchant_id = $1 and customer.id = $2`,
    values: [merchant.id, id],
  })
  if (!rows[0]) throw problem.notFound('customer')
  return toCustomerResponse(rows[0])
}

export async function listCustomersHandler(context: MerchantContext, input: ParsedInput<typeof listCustomers>) {
  return listOfText(context.tx, input, {
    table: 'customers',
    matching: await customerCondition(context, input),
    as: 'customer',
    columns,
    from: `customer ${paid('$1')}`,
    serialize: toCustomerResponse,
    sorting: { merchantId: context.merchant.id, by: customerSortExpressions },
  })
}

export async function downloadCustomersHandler(
  context: MerchantContext,
  { columns, ...filter }: ParsedInput<typeof downloadCustomers>,
  format: TableFormat,
) {
  return streamTableFromSql(
    context.tx,
    fileColumns,
    { columns, format },
    {
      table: 'customers',
      where: await customerCondition(context, filter),
      join: paid(toSqlLiteral(context.merchant.id)),
    },
  )
}

const fileColumns = sqlColumns('customers', {
  firstName: 'customer.first_name',
  lastName: 'customer.last_name',
  email: 'customer.email',
  phone: 'customer.phone',
  status: sqlNames('customer.status', statusLabels(customerStatuses)),
  payments: 'paid.payments',
  paid: 'customer.paid_kobo',
  lastPaid: 'customer.last_paid_at',
  added: 'customer.created_at',
})

async function customerCondition({ tx, merchant }: MerchantContext, { search, status, metadata, ids }: Filter) {
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  return (put: PutParameter) => {
    const conditions = [`merchant_id = ${put(merchant.id)}`]
    if (status) conditions.push(`status = ${put(status)}`)
    if (ids) conditions.push(selectedCondition(ids, put))
    if (metadata) conditions.push(metadataCondition(metadata, put))
    if (found) conditions.push(searchCondition(found, { email: 'customers.email' }, put))
    return conditions.join(' and ')
  }
}
