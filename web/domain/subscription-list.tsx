import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import type { SubscriptionRow } from '@adire/contract/subscriptions-schemas.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../client/api.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-column.ts'

type SubscriptionsOfProps = {
  title: string
  /** Accessible name of the table. */
  label: string
  /** Filter of the subscriptions. */
  of: EndpointInput<typeof listSubscriptions>
  columns: readonly TableColumn<SubscriptionRow>[]
  /** Query string that shows the same subscriptions on the subscriptions page. */
  query: string
  /** Shown when there are no subscriptions. Without it the section is hidden then, and also while loading. */
  empty?: ReactNode
}

/** Newest subscriptions of an object on its own page, with a link to all of them. */
export function SubscriptionList({ title, label, of, columns, query, empty }: SubscriptionsOfProps) {
  const list = useCall(listSubscriptions, { ...of, limit: limits.listLimit })
  const count = list.data?.totalElements
  if (!empty && !list.error && !count) return null
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">{title}</h2>
        {Boolean(count) && (
          <Link to={`/subscriptions?${query}`} className="font-medium text-link hover:underline pointer-coarse:py-2">
            View all
          </Link>
        )}
      </div>
      {list.error && <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />}
      {!list.error && !list.data && <TableSkeleton rows={5} />}
      {count === 0 && empty}
      {list.data && Boolean(count) && (
        <Table
          label={label}
          columns={columns}
          rows={list.data.content}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/subscriptions/${id}`}
        />
      )}
    </section>
  )
}
