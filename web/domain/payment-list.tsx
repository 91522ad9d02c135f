import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../client/api.ts'
import { PagedList } from '../ui/paged-list.tsx'
import type { TableColumn } from '../ui/table-column.ts'
import { usePaging } from '../ui/use-paging.ts'

const pageSize = 10

type PaymentsOfProps = {
  title: string
  /** Accessible name of the table. */
  label: string
  /** Filter of the payments. */
  of: EndpointInput<typeof listPayments>
  columns: readonly TableColumn<PaymentRow>[]
  /** Query string that shows the same payments on the transactions page, if possible. */
  query?: string
  /** Shown when there are no payments. */
  empty: ReactNode
}

/** Payments of an object on its own page, with a link to all of them. */
export function PaymentList({ title, query, ...rest }: PaymentsOfProps) {
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">{title}</h2>
        {query && (
          <Link to={`/transactions?${query}`} className="font-medium text-link hover:underline pointer-coarse:py-2">
            View all
          </Link>
        )}
      </div>
      <Rows query={query} {...rest} />
    </section>
  )
}

function Rows({ label, of, columns, query, empty }: Omit<PaymentsOfProps, 'title'>) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listPayments, { ...of, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label={label}
      columns={columns}
      list={list}
      linkOf={({ id }) => `/transactions/${id}${query ? `?${query}` : ''}`}
      {...pager}
      hidesOnlyPage
      empty={empty}
    />
  )
}
