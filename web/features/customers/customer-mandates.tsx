import { listMandates } from '@adire/contract/direct-debit.ts'
import type { MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { intervalNames } from '@adire/contract/periods.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MandateBadge } from '../../domain/mandate-badge.tsx'
import { Amount } from '../../ui/amount.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const columns: readonly TableColumn<MandateRow>[] = [
  { label: 'Mandate', phone: 'title', cell: ({ reference }) => <span className="figures">{reference}</span> },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: (mandate) => <MandateBadge mandate={mandate} /> },
  {
    label: 'How often',
    phone: 'note',
    cell: ({ frequency }) => (frequency ? intervalNames[frequency] : 'On demand'),
  },
]

/** The newest mandates of a customer; renders nothing when there are none. */
export function CustomerMandates({ id, email }: { id: string; email: string }) {
  const list = useCall(listMandates, { customerId: id, limit: limits.listLimit })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data || list.data.content.length === 0) return null
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Mandates</h2>
        <Link
          to={`/directDebit?search=${encodeURIComponent(email)}`}
          className="font-medium text-link hover:underline pointer-coarse:py-2"
        >
          View all
        </Link>
      </div>
      <Table
        label="Mandates of this customer"
        columns={columns}
        rows={list.data.content}
        keyOf={(mandate) => mandate.id}
        linkOf={(mandate) => `/directDebit/${mandate.slug}`}
      />
    </section>
  )
}
