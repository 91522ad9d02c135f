import { createCustomer, customerSorts, customerStatuses, listCustomers } from '@adire/contract/customers.ts'
import type { CustomerStatus } from '@adire/contract/customers-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { useSort } from '../../ui/use-sort.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { customerColumns } from './customer-columns.tsx'
import { customerName } from './customer-name.ts'

const statusChoices = customerStatuses.map((value) => ({ value, label: statusLabel(value) }))
const parseStatus = (text: string | null): CustomerStatus | undefined =>
  customerStatuses.find((status) => status === text)
const AddCustomerModal = lazyComponent(() => import('./customer-form-modal.tsx').then((m) => m.AddCustomerModal))

/** Customer list. The filters and the modal (`?new=1`) are in the URL. */
export function CustomersPage() {
  const query = useUrlState()
  const { params } = query
  const filter = {
    search: params.get('search')?.trim().slice(0, 254) || undefined,
    status: parseStatus(params.get('status')),
  }
  const change = (changes: { search?: string; status?: string; new?: string }) =>
    query.change(changes, { replace: 'search' in changes })
  return (
    <>
      <PageHeader
        title="Customers"
        actions={
          <>
            <ExportButton
              kind="customers"
              counts={listCustomers}
              input={filter}
              columns={customerColumns}
              success={messages.csvDownloadedSuccessfully}
            />
            <AllowedButton
              needs={createCustomer}
              icon={<Plus strokeWidth={1.75} />}
              onClick={() => change({ new: '1' })}
            >
              Add customer
            </AllowedButton>
          </>
        }
      />
      <FilterBar
        search={
          <SearchInput
            label="Name, email or phone"
            value={filter.search ?? ''}
            onSearch={(search) => change({ search })}
          />
        }
        onClear={filter.search || filter.status ? () => change({ search: '', status: '' }) : undefined}
      >
        <UrlFilter name="status" label="Status" all="All statuses" options={statusChoices} />
      </FilterBar>
      <Customers
        filter={filter}
        onAdd={() => change({ new: '1' })}
        onClear={() => change({ search: '', status: '' })}
      />
      {params.has('new') && (
        <Suspense fallback={<FullLoader />}>
          <AddCustomerModal onClose={() => change({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}

type CustomersProps = {
  filter: { search: string | undefined; status: CustomerStatus | undefined }
  onAdd: () => void
  onClear: () => void
}

function Customers({ filter, onAdd, onClear }: CustomersProps) {
  const { sort, sorting } = useSort(customerSorts)
  const { page, pager } = useSizedPaging(limits.listLimit)
  const input = { ...filter, sort, ...page }
  const list = useCall(listCustomers, input, { keepPrevious: true })
  const selection = useSelection({ page: list.data?.content ?? [], scope: JSON.stringify(input) })
  return (
    <PagedList
      label="Customers"
      columns={customerColumns}
      list={list}
      linkOf={({ id }) => `/customers/${id}`}
      {...pager}
      sorting={sorting}
      selecting={{
        selection,
        rows: ['customer', 'customers'],
        nameOf: customerName,
        actions: (
          <ExportButton
            kind="customers"
            counts={listCustomers}
            input={{}}
            columns={customerColumns}
            ids={selection.rows.map(({ id }) => id)}
          />
        ),
      }}
      empty={
        filter.search || filter.status ? (
          <NothingFound what="customers" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No customers yet"
            action={
              <AllowedButton needs={createCustomer} onClick={onAdd} tone="secondary">
                Add customer
              </AllowedButton>
            }
          >
            Customers are added automatically when they pay. You can also add one yourself.
          </Empty>
        )
      }
    />
  )
}
