import { getChannelHealth, healthMinutes, minimumForHealth } from '@adire/contract/channel-health.ts'
import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { useCall } from '../../client/api.ts'
import { ChannelLabel } from '../../domain/channel-label.tsx'
import { Badge } from '../../ui/badge.tsx'
import { countColumn } from '../../ui/count-column.tsx'
import { formatSeconds } from '../../ui/duration.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatShare } from '../../ui/share.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const reloadMs = 60_000

/** Success rate and median time of the business's own payments by channel, processor and bank. */
export function ChannelHealthPage() {
  const health = useCall(getChannelHealth, {}, { refetchInterval: reloadMs })
  return (
    <>
      <PageHeader
        title="Channel health"
        note={`Your payments that ended in the last ${healthMinutes} minutes.`}
        back={{ to: '/transactions', label: 'Transactions' }}
      />
      {health.error ? (
        <ErrorStrip message={health.error.message} onRetry={() => health.refetch()} />
      ) : health.data ? (
        <Figures rows={health.data.content} />
      ) : (
        <TableSkeleton rows={4} />
      )}
    </>
  )
}

const isWhole = ({ processor, bank }: ChannelHealth) => processor === null && bank === null

function Figures({ rows }: { rows: readonly ChannelHealth[] }) {
  if (rows.length === 0)
    return (
      <Empty title="No payments in the last 15 minutes">
        Each channel appears here with its success rate as soon as its payments succeed or fail.
      </Empty>
    )
  const parts = rows.filter((row) => !isWhole(row))
  return (
    <div className="flex flex-col gap-6">
      <Table label="Channels" columns={columns} rows={rows.filter(isWhole)} keyOf={keyOf} />
      <section>
        <h2 className="mb-3 font-semibold">By processor and bank</h2>
        <Table label="By processor and bank" columns={partColumns} rows={parts} keyOf={keyOf} />
      </section>
      <p className="max-w-prose text-sm text-muted">
        The success rate compares paid with failed payments. Declines for a reason of the customer, such as insufficient
        funds, do not count. The time is from sending a payment to the processor until it is paid, including what the
        customer needs. With fewer than {minimumForHealth} payments we do not judge a channel.
      </p>
    </div>
  )
}

const keyOf = ({ channel, processor, bank }: ChannelHealth) => `${channel} ${processor} ${bank}`

const channelColumn: TableColumn<ChannelHealth> = {
  label: 'Channel',
  phone: 'title',
  room: 11,
  cell: ({ channel }) => <ChannelLabel channel={channel}>{channelNames[channel]}</ChannelLabel>,
}

const medianColumn: TableColumn<ChannelHealth> = {
  label: 'Median time',
  align: 'right',
  room: 8,
  cell: ({ medianMs }) =>
    medianMs === null ? (
      '–'
    ) : (
      <span className="figures">
        {formatSeconds(Math.round(medianMs / 1_000))}
        <span className="rows:hidden"> median</span>
      </span>
    ),
}

const rateColumn: TableColumn<ChannelHealth> = {
  label: 'Success rate',
  align: 'right',
  phone: 'value',
  room: 8,
  cell: ({ successRate }) =>
    successRate === null ? (
      '–'
    ) : (
      <span className="figures">
        {formatShare(successRate, 1)}
        <span className="rows:hidden"> paid</span>
      </span>
    ),
}

const counts: TableColumn<ChannelHealth>[] = [
  countColumn('Paid', ({ paid }) => paid, { drops: 1, room: 5 }),
  countColumn('Failed', ({ failed }) => failed, { drops: 2, room: 5 }),
  countColumn('Declined', ({ declined }) => declined, { drops: 3, room: 6, quiet: true }),
]

const stateColumn: TableColumn<ChannelHealth> = {
  label: 'State',
  phone: 'state',
  room: 9,
  cell: ({ state }) => <StateBadge state={state} />,
}

const columns = [channelColumn, stateColumn, rateColumn, { ...medianColumn, phone: 'note' as const }, ...counts]
const partColumns: TableColumn<ChannelHealth>[] = [
  {
    label: 'Processor or bank',
    phone: 'title',
    fullText: ({ processor, bank }) => processor ?? bank,
    cell: ({ processor, bank }) => processor ?? bank,
  },
  { ...channelColumn, phone: 'note' },
  stateColumn,
  rateColumn,
  medianColumn,
  ...counts,
]

function StateBadge({ state }: Pick<ChannelHealth, 'state'>) {
  if (state === 'healthy') return <Badge tone="ok">Healthy</Badge>
  if (state === 'slow') return <Badge tone="warn">Slow</Badge>
  if (state === 'failing') return <Badge tone="bad">Failing</Badge>
  return <Badge tone="neutral">Too few payments</Badge>
}
