import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { type getInvoiceTotals, type InvoiceFilter, openInvoiceStatuses } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Amount } from '../../ui/amount.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { type UrlTab, UrlTabs } from '../../ui/url-tabs.tsx'

type Totals = EndpointOutput<typeof getInvoiceTotals>
type StatsProps = { totals: { data: Totals | undefined; error: Error | null; refetch: () => unknown } }

/** Totals owed and paid for the current search and dates, across all statuses. */
export function InvoiceStats({ totals: { data, error, refetch } }: StatsProps) {
  return (
    <div className="mb-6">
      {error && <ErrorStrip message={error.message} onRetry={() => refetch()} />}
      {!data && !error && <TilesSkeleton tiles={3} />}
      {data && (
        <Tiles
          tiles={[
            { label: 'Owed to you', value: <Amount kobo={data.owedKobo} size="figure" /> },
            { label: 'Overdue', value: <Amount kobo={data.overdueKobo} size="figure" /> },
            {
              label: 'Paid',
              value: <Amount kobo={data.paidKobo - data.refundedKobo} size="figure" />,
              note: data.refundedKobo > 0 && (
                <span className="text-sm text-muted">after {formatNaira(data.refundedKobo)} refunded</span>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

const tabs: readonly UrlTab<InvoiceFilter>[] = [
  { value: undefined, label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'outstanding', label: 'Unpaid' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'cancelled', label: 'Cancelled' },
]

type TabsProps = { counts: Totals['counts'] | undefined; status: InvoiceFilter | undefined }

export const InvoiceTabs = ({ counts, status }: TabsProps) => (
  <UrlTabs
    name="status"
    label="Status"
    tabs={tabs.map((tab) => ({ ...tab, count: counts && countInvoices(counts, tab.value) }))}
    value={status}
  />
)

function countInvoices(counts: Totals['counts'], status: InvoiceFilter | undefined): number {
  if (status === undefined) return Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (status !== 'outstanding') return counts[status] ?? 0
  return openInvoiceStatuses.reduce((sum, open) => sum + (counts[open] ?? 0), 0)
}
