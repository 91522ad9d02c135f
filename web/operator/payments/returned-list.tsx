import { listReturnedMoney } from '@adire/contract/back-office/payments.ts'
import type { OfficePaymentRow, ReturnedPayout } from '@adire/contract/back-office/payments-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useCall } from '../client/api.ts'
import { amountColumn, businessTitle, paymentColumns, paymentPath } from './payment-columns.tsx'

const transferColumns: readonly TableColumn<OfficePaymentRow>[] = paymentColumns.map((column) =>
  column.label === 'Amount'
    ? { ...column, label: 'Returned', cell: ({ returnedKobo }) => <Amount kobo={returnedKobo ?? 0} /> }
    : column,
)

const payoutColumns: readonly TableColumn<ReturnedPayout>[] = [
  businessTitle,
  amountColumn,
  { label: 'Account', phone: 'note', cell: ({ accountNumber }) => <span className="figures">{accountNumber}</span> },
  {
    label: 'Answer of the bank',
    room: 12,
    drops: 2,
    fullText: ({ message }) => message,
    cell: ({ message }) => message ?? '–',
  },
  {
    label: 'Session ID',
    room: 10,
    drops: 4,
    fullText: ({ sessionId }) => sessionId,
    cell: ({ sessionId }) => (sessionId ? <span className="figures">{sessionId}</span> : '–'),
  },
  { label: 'Settlement', drops: 3, cell: ({ settlementReference }) => settlementReference },
  {
    label: 'Date',
    align: 'right',
    drops: 1,
    quiet: true,
    cell: ({ endedAt }) => <time dateTime={endedAt}>{formatDateTime(endedAt)}</time>,
  },
]

/** Transfers that went back to their senders, and payouts that banks sent back. */
export function ReturnedList() {
  const list = useCall(listReturnedMoney, {})
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={6} />
  const { transfers, payouts } = list.data
  return (
    <>
      <h2 className="mb-3 font-semibold">Transfers that went back to the payer</h2>
      {transfers.length === 0 ? (
        <p className="mb-8 text-muted">No transfer was returned.</p>
      ) : (
        <div className="mb-8">
          <Table
            label="Returned transfers"
            columns={transferColumns}
            rows={transfers}
            keyOf={({ id }) => id}
            linkOf={paymentPath}
          />
        </div>
      )}
      <h2 className="mb-3 font-semibold">Payouts that banks sent back</h2>
      {payouts.length === 0 ? (
        <p className="text-muted">No payout was returned.</p>
      ) : (
        <Table
          label="Returned payouts"
          columns={payoutColumns}
          rows={payouts}
          keyOf={({ settlementReference, endedAt }) => `${settlementReference} ${endedAt}`}
          linkOf={({ business }) => `/merchants/${business.id}`}
        />
      )}
    </>
  )
}
