import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { listSubscriptions, type SubscriptionRow } from '@adire/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from './api.ts'
import { ErrorStrip } from './ui/error-strip.tsx'
import { TableSkeleton } from './ui/skeleton.tsx'
import { Table, type TableColumn } from './ui/table.tsx'

type SubscriptionsOfProps = {
  title: string
  /** What a screen reader calls the table. */
  label: string
  /** Whose subscriptions. */
  of: EndpointInput<typeof listSubscriptions>
  columns: readonly TableColumn<SubscriptionRow>[]
  /** The query with which the list of subscriptions shows the same. */
  query: string
  /** Shown where there are none. Without it the section is not there then, nor until it is known. */
  empty?: ReactNode
}

/** The newest subscriptions of something, on its own page; all of them are one step away. */
export function SubscriptionList({ title, label, of, columns, query, empty }: SubscriptionsOfProps) {
  const list = useCall(listSubscriptions, { ...of, limit: limits.listLimit }, { fallback: messages.wentWrong })
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
