import {
  createSimpleInvoice,
  getInvoiceTotals,
  type InvoiceFilter,
  invoiceFilters,
  invoiceSorts,
  listInvoices,
} from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { readRange, resolveRange } from '../../ui/range.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceStats, InvoiceTabs } from './invoice-stats.tsx'

const SimpleInvoiceModal = lazyComponent(() => import('./simple-invoice-modal.tsx').then((m) => m.SimpleInvoiceModal))
const SendInvoiceModal = lazyComponent(() => import('./send-invoice-modal.tsx').then((m) => m.SendInvoiceModal))

const InvoiceBulk = lazyComponent(() => import('./invoice-bulk.tsx').then((m) => m.InvoiceBulk))

const none = { search: '', status: '', period: '', from: '', to: '', customer: '' }
const parseFilter = (text: string | null): InvoiceFilter | undefined =>
  invoiceFilters.find((filter) => filter === text) as InvoiceFilter | undefined

/** Invoice list. The filters and the modal of a simple invoice (`?new=1`) are in the URL. */
export function InvoicesPage() {
  const { params, change } = useUrlState()
  const [toSend, setToSend] = useState<Invoice>()
  const range = readRange(params)
  const filter = { ...resolveRange(range), search: params.get('search')?.trim().slice(0, 254) || undefined }
  const status = parseFilter(params.get('status'))
  const isNarrowed = Boolean(filter.search || filter.from || filter.to)
  const create = () => change({ new: '1' })
  const totals = useCall(getInvoiceTotals, filter, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            <ExportButton
              kind="invoices"
              counts={listInvoices}
              columns={invoiceColumns}
              input={{ ...filter, status }}
              success={messages.csvDownloadedSuccessfully}
            />
            <AllowedButton
              needs={createSimpleInvoice}
              icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
              onClick={create}
            >
              New invoice
            </AllowedButton>
          </>
        }
      />
      <InvoiceStats totals={totals} />
      <InvoiceTabs counts={totals.data?.counts} status={status} />
      <FilterBar
        search={
          <SearchInput
            label="Number, name, email or amount"
            value={filter.search ?? ''}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        }
        onClear={isNarrowed ? () => change({ ...none, status }) : undefined}
      >
        <DateRange range={range} onChange={change} />
      </FilterBar>
      <Invoices
        filter={{ ...filter, status }}
        isFiltered={isNarrowed || status !== undefined}
        onClear={() => change(none)}
        onCreate={create}
      />
      <Suspense fallback={<FullLoader />}>
        {params.has('new') && (
          <SimpleInvoiceModal
            onClose={() => change({ new: '' })}
            onSaved={(invoice) => {
              setToSend(invoice)
              change({ new: '' }, { replace: true })
            }}
          />
        )}
        {toSend && <SendInvoiceModal invoice={toSend} onClose={() => setToSend(undefined)} />}
      </Suspense>
    </>
  )
}

type InvoicesProps = {
  filter: {
    status: InvoiceFilter | undefined
    search: string | undefined
    from: string | undefined
    to: string | undefined
  }
  isFiltered: boolean
  onClear: () => void
  onCreate: () => void
}

function Invoices({ filter, isFiltered, onClear, onCreate }: InvoicesProps) {
  const { sort, sorting } = useSort(invoiceSorts)
  const { page, pager } = useSizedPaging(limits.listLimit)
  const input = { ...filter, sort, ...page }
  const list = useCall(listInvoices, input, { keepPrevious: true })
  const selection = useSelection({ page: list.data?.content ?? [], scope: JSON.stringify(input) })
  return (
    <PagedList
      label="Invoices"
      columns={invoiceColumns}
      list={list}
      linkOf={({ id }) => `/invoice_page/${id}`}
      {...pager}
      sorting={sorting}
      selecting={{
        selection,
        rows: ['invoice', 'invoices'],
        nameOf: ({ number }) => number,
        actions: <InvoiceBulk selection={selection} />,
      }}
      empty={
        isFiltered ? (
          <NothingFound what="invoices" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No invoices yet"
            action={
              <AllowedButton needs={createSimpleInvoice} tone="secondary" onClick={onCreate}>
                New invoice
              </AllowedButton>
            }
          >
            Create an invoice, email it, and track payment here.
          </Empty>
        )
      }
    />
  )
}
