import type { ListedPayment } from '@adire/contract/payments-schemas.ts'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { CopiedReference } from '../../ui/copied-reference.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { PaymentRowMenu } from './payment-row-menu.tsx'
import { describeSettlement, SettlementDay } from './settlement-day.tsx'

const { customer, amount, status, method, date } = paymentCells

/** All columns, in display order. */
export const paymentColumns = {
  customer,
  amount: { ...amount, sortBy: { field: 'amountKobo', kind: 'amount' } },
  fees: {
    label: 'Fees',
    csv: ['fee', 'vat'],
    align: 'right',
    drops: 3,
    room: 9,
    quiet: true,
    cell: ({ feeKobo, vatKobo }) => <Amount kobo={feeKobo + vatKobo} />,
  },
  net: {
    label: 'Net',
    csv: ['net', 'refunded'],
    align: 'right',
    drops: 2,
    cell: ({ netKobo, refundedKobo }) => <Amount kobo={netKobo - refundedKobo} />,
  },
  status,
  method,
  reference: {
    label: 'Reference',
    csv: ['reference'],
    drops: 4,
    quiet: true,
    cell: ({ reference }) => <CopiedReference isRow text={reference} />,
    fullText: ({ reference }) => reference,
  },
  settlement: {
    label: 'Settlement',
    csv: ['settlementDay'],
    drops: 3,
    room: 11,
    quiet: true,
    cell: SettlementCell,
  },
  date: { ...date, sortBy: { field: 'createdAt', kind: 'date' } },
} satisfies Record<string, TableColumn<ListedPayment>>

export type ColumnKey = keyof typeof paymentColumns
export const columnKeys = Object.keys(paymentColumns) as ColumnKey[]
export const usualColumns: readonly ColumnKey[] = ['customer', 'amount', 'status', 'method', 'reference', 'date']

/** Menu of each row; not a column to choose. */
export const paymentMenuColumn: TableColumn<ListedPayment> = actionsColumn((payment) => (
  <PaymentRowMenu payment={payment} />
))

/** Undefined until the list is loaded with the fields of settlements, which it is only while the column is shown. */
function SettlementCell({ settlement = null, expectedSettlementOn = null, settlementHold = null }: ListedPayment) {
  const described = describeSettlement({ settlement, expectedSettlementOn, settlementHold })
  return described ? <SettlementDay described={described} isRow /> : '\u2013'
}
