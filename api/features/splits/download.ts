import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadSplitParties } from '@adire/contract/splits.ts'
import type { MerchantContext } from '../../context.ts'
import type { TableFormat } from '../../http/cells.ts'
import { type RowColumn, rowColumns, streamTable } from '../../http/table-file.ts'
import { findBank } from '../lookups/lookups.ts'
import { matchRecipients, type RecipientRow, recipientColumns } from './recipients.ts'

const columnsOfFile: readonly RowColumn<RecipientRow>[] = rowColumns('recipients', {
  recipient: ({ name }) => name,
  status: ({ status }) => (status === 'active' ? 'Active' : 'Deleted'),
  bank: ({ bankId }) => findBank(bankId)?.name,
  account: ({ accountNumber }) => accountNumber,
  holder: ({ accountName }) => accountName,
  unsettled: ({ unsettledKobo }) => unsettledKobo,
  inPayout: ({ inPayoutKobo }) => inPayoutKobo,
  paidOut: ({ paidKobo }) => paidKobo,
  owed: ({ owedKobo }) => owedKobo,
  added: ({ createdAt }) => createdAt,
})

/** All recipients that match the list filters, with their balances, as a file. */
export const downloadSplitPartiesHandler = (
  { tx, merchant }: MerchantContext,
  { columns, ...filter }: ParsedInput<typeof downloadSplitParties>,
  format: TableFormat,
) =>
  streamTable(columnsOfFile, { columns, format }, async (last: RecipientRow | undefined, limit) => {
    const values: unknown[] = []
    const put = (value: unknown) => `$${values.push(value)}`
    const matching = matchRecipients(merchant.id, filter, put)
    const rest = last ? `${matching} and (name, id) > (${put(last.name)}, ${put(last.id)}::uuid)` : matching
    const { rows } = await tx.$client.query<RecipientRow>(
      `select ${recipientColumns} from (
         select * from split_recipients where ${rest} order by name, id limit ${put(limit)}
       ) recipient order by name, id`,
      values,
    )
    return rows
  })
