import { getSystemState, listFailedJobs, resolveFailedJobs } from '@adire/contract/back-office/system.ts'
import type { FailedJob } from '@adire/contract/back-office/system-schemas.ts'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'
import { useCall, useChange } from '../client/api.ts'
import { useAllowedTabs, useDenied } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

const limit = 25
type Row = Omit<FailedJob, 'id'> & { id: string; number: number }

/** Jobs that failed for good: they wait until somebody retries or discards them. */
export function JobsPage() {
  const { page, pager } = usePaging(limit)
  const [discarding, setDiscarding] = useState<Row>()
  const denied = useDenied(resolveFailedJobs)
  const refresh = [listFailedJobs, getSystemState]
  const retry = useChange(resolveFailedJobs, { refresh, success: 'The job runs again, with all its attempts' })
  const discard = useChange(resolveFailedJobs, {
    refresh,
    success: 'The job is discarded',
    onDone: () => setDiscarding(undefined),
  })
  const list = useCall(listFailedJobs, page, { keepPrevious: true, refetchInterval: 15_000 })
  const data = list.data && {
    ...list.data,
    content: list.data.content.map((job): Row => ({ ...job, id: String(job.id), number: job.id })),
  }
  return (
    <>
      <PageHeader title="System" note="Jobs that failed at their last attempt" tabs={useAllowedTabs(systemTabs)} />
      <PagedList
        label="Failed jobs"
        columns={columns(denied, (row) => retry.mutate({ ids: [row.number], resolution: 'retried' }), setDiscarding)}
        list={{ ...list, data }}
        {...pager}
        empty={<Empty title="No job has failed for good">A job that fails is attempted again by itself first.</Empty>}
      />
      {discarding && (
        <ConfirmModal
          open
          title={`Discard ${discarding.job} ${discarding.number}?`}
          action="Discard"
          busy={discard.isPending}
          onConfirm={() => discard.mutate({ ids: [discarding.number], resolution: 'discarded' })}
          onCancel={() => setDiscarding(undefined)}
        >
          Its work is not done. Discard it only if that is right, or if it was done otherwise.
        </ConfirmModal>
      )}
    </>
  )
}

const columns = (
  denied: string | undefined,
  onRetry: (row: Row) => void,
  onDiscard: (row: Row) => void,
): readonly TableColumn<Row>[] => [
  {
    label: 'Job',
    phone: 'title',
    room: 12,
    cell: ({ job, number }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{job}</span>
        <span className="figures block truncate text-sm text-muted">{number}</span>
      </span>
    ),
    fullText: ({ job }) => job,
  },
  {
    label: 'State',
    phone: 'state',
    room: 8,
    cell: ({ state }) => (
      <Badge tone={state === 'dead' ? 'bad' : 'warn'}>{state === 'dead' ? 'Failed' : 'Invalid'}</Badge>
    ),
  },
  { label: 'Error', phone: 'note', room: 14, cell: ({ error }) => error, fullText: ({ error }) => error },
  {
    label: 'Business',
    drops: 1,
    quiet: true,
    cell: ({ business }) => business?.name ?? 'None',
    fullText: ({ business }) => business?.name,
  },
  {
    label: 'Attempts',
    align: 'right',
    drops: 3,
    room: 6,
    cell: ({ attempts }) => <span className="figures">{attempts}</span>,
  },
  {
    label: 'Failed',
    drops: 2,
    quiet: true,
    cell: ({ failedAt }) => <span className="figures">{formatDateTime(failedAt)}</span>,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (row) => (
      <RowMenu of={`${row.job} ${row.number}`}>
        <MenuButton denied={denied} onClick={() => onRetry(row)}>
          Retry
        </MenuButton>
        <MenuButton denied={denied} onClick={() => onDiscard(row)}>
          Discard
        </MenuButton>
      </RowMenu>
    ),
  },
]
