import { searchOfficePayments } from '@adire/contract/back-office/payments.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { paymentColumns, paymentPath } from './payment-columns.tsx'

export function SearchList() {
  const { params, change } = useUrlState()
  const search = params.get('search') ?? ''
  return (
    <>
      <FilterBar
        search={
          <SearchInput
            label="Narration, reference, payer or amount"
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
      />
      {search ? (
        <Found search={search} />
      ) : (
        <Empty title="Find a payment">
          Paste a bank narration, or type a reference, an account number, the payer's name or the amount.
        </Empty>
      )}
    </>
  )
}

function Found({ search }: { search: string }) {
  const found = useCall(searchOfficePayments, { search }, { keepPrevious: true })
  if (found.error) {
    // What cannot be searched for is explained, and not tried again.
    return found.error.status === 422 || found.error.status === 400 ? (
      <Empty title="Type a little more">{found.error.message}.</Empty>
    ) : (
      <ErrorStrip message={found.error.message} onRetry={() => found.refetch()} />
    )
  }
  if (!found.data) return <TableSkeleton rows={6} />
  if (found.data.content.length === 0)
    return <Empty title="No payment matches">Check the reference, or search for the payer and the amount.</Empty>
  return (
    <>
      <Table
        label="Payments"
        columns={paymentColumns}
        rows={found.data.content}
        keyOf={({ id }) => id}
        linkOf={paymentPath}
        busy={found.isPlaceholderData}
      />
      {found.data.isCapped && (
        <p className="mt-3 text-sm text-muted">These are the newest 50. Add a word to see fewer.</p>
      )}
    </>
  )
}
