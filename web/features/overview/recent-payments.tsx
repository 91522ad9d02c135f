import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { Link } from 'react-router'
import { paymentCells } from '../../domain/payment-cells.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { maxRecentPayments, useRecentPayments } from './overview-reads.ts'

/** The latest payments, independent of the range. */
export function RecentPayments() {
  const recent = useRecentPayments()
  if (recent.error) return <ErrorStrip message={recent.error.message} onRetry={() => recent.refetch()} />
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Recent transactions</h2>
        <Link to="/transactions" className="font-medium text-link hover:underline pointer-coarse:py-2">
          View all
        </Link>
      </div>
      {recent.data ? (
        <Table
          label="Recent transactions"
          columns={columns}
          rows={recent.data.content}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/transactions/${id}`}
        />
      ) : (
        <TableSkeleton rows={maxRecentPayments} />
      )}
    </section>
  )
}

const { customer, amount, status, method, date } = paymentCells
const columns: readonly TableColumn<PaymentRow>[] = [customer, amount, status, method, date]
