import { getSystemState } from '@adire/contract/back-office/system.ts'
import type { SystemAlert, SystemProcess } from '@adire/contract/back-office/system-schemas.ts'
import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { Link } from 'react-router'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { countColumn } from '../../ui/count-column.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { formatSeconds } from '../../ui/duration.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatShare } from '../../ui/share.ts'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { useCall } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

const reloadMs = 15_000

type SystemState = EndpointOutput<typeof getSystemState>

/** What a person should do about the system now, and what runs. */
export function StatePage() {
  const { data, error, refetch } = useCall(getSystemState, {}, { refetchInterval: reloadMs })
  return (
    <>
      <PageHeader title="System" note="Reloads every 15 seconds" tabs={useAllowedTabs(systemTabs)} />
      {error ? (
        <ErrorStrip message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <TilesSkeleton />
      ) : (
        <div className="flex flex-col gap-6">
          <Alerts alerts={data.alerts} unknown={listUnknown(data)} />
          <Tiles
            tiles={[
              {
                label: 'Oldest due job',
                value: formatSeconds(data.jobs.oldestDueSeconds),
                definition: 'How long the oldest job that is due has waited. Usually less than two seconds.',
              },
              { label: 'Failed jobs', value: groupDigits(data.jobs.dead + data.jobs.quarantined) },
              {
                label: 'Database',
                value: formatBytes(data.database.sizeBytes),
                note: <Note>{`PostgreSQL ${data.database.version}`}</Note>,
              },
              {
                label: 'Checkout',
                value: checkoutTexts[data.checkout] ?? data.checkout,
                note: <Note>Daily check of its scripts</Note>,
              },
            ]}
          />
          <Section title="Processes">
            {data.processes.length === 0 ? (
              <Empty title="No process has reported yet">A process reports soon after it has started.</Empty>
            ) : (
              <Table label="Processes" columns={processColumns} rows={data.processes} keyOf={({ id }) => id} />
            )}
          </Section>
          <Section title="Channels of the last 15 minutes, Live Mode">
            {data.channels.length === 0 ? (
              <Empty title="No live payment ended in the last 15 minutes">
                {data.processors.length === 0
                  ? 'No processor is configured.'
                  : `Configured: ${data.processors.join(', ')}.`}
              </Empty>
            ) : (
              <Table
                label="Channels"
                columns={channelColumns}
                rows={data.channels}
                keyOf={({ channel, processor, bank }) => `${channel} ${processor} ${bank}`}
              />
            )}
          </Section>
        </div>
      )}
    </>
  )
}

const Note = ({ children }: { children: string }) => <span className="text-sm text-muted">{children}</span>

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h2 className="mb-3 font-semibold">{title}</h2>
    {children}
  </section>
)

const checkoutTexts: Record<string, string> = {
  unchanged: 'Unchanged',
  suspected: 'Checked again soon',
  changed: 'Changed',
  unchecked: 'Not checked yet',
}

/** Parts of the system whose state is not known yet. */
const listUnknown = ({ checkout, processes }: SystemState): string[] => [
  ...(processes.length === 0 ? ['No process has reported yet.'] : []),
  ...(checkout === 'unchecked' ? ['The scripts of the checkout have not been checked yet.'] : []),
]

type AlertsProps = { alerts: readonly SystemAlert[]; unknown: readonly string[] }

function Alerts({ alerts, unknown }: AlertsProps) {
  if (alerts.length === 0 && unknown.length > 0)
    return (
      <p className="card flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4">
        <Badge tone="neutral">No alerts</Badge>
        <span className="min-w-0 flex-1 basis-60">{unknown.join(' ')}</span>
      </p>
    )
  if (alerts.length === 0)
    return (
      <p className="card flex items-center gap-3 px-5 py-4">
        <Badge tone="ok">All well</Badge>
        Nothing needs attention at the moment.
      </p>
    )
  return (
    <ul aria-label="Alerts" className="card divide-y divide-line">
      {alerts.map(({ title, text, level, path }) => (
        <li key={title} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
          <Badge tone={level === 'danger' ? 'bad' : 'warn'}>{level === 'danger' ? 'Urgent' : 'To do'}</Badge>
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
          {path && (
            <Link to={path} className="text-link hover:underline pointer-coarse:py-3" aria-label={`Open: ${title}`}>
              Open
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const formatBytes = (bytes: number) =>
  bytes < 1e9 ? `${groupDigits(Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`

const processColumns: readonly TableColumn<SystemProcess>[] = [
  {
    label: 'Process',
    phone: 'title',
    room: 12,
    cell: ({ host, pid }) => `${host}, ${pid}`,
    fullText: ({ host, pid }) => `${host}, ${pid}`,
  },
  {
    label: 'State',
    phone: 'state',
    room: 8,
    cell: ({ isGone }) => (isGone ? <Badge tone="bad">Silent</Badge> : <Badge tone="ok">Running</Badge>),
  },
  { label: 'Version', phone: 'note', room: 7, cell: ({ version }) => <span className="figures">{version}</span> },
  {
    label: 'Started',
    drops: 1,
    quiet: true,
    cell: ({ startedAt }) => <span className="figures">{formatDateTime(startedAt)}</span>,
  },
  {
    label: 'Servers',
    drops: 2,
    quiet: true,
    room: 12,
    cell: ({ servers }) => servers.join(', '),
    fullText: ({ servers }) => servers.join(', '),
  },
]

const states: Record<ChannelHealth['state'], [BadgeTone, string]> = {
  healthy: ['ok', 'Healthy'],
  slow: ['warn', 'Slow'],
  failing: ['bad', 'Failing'],
  unknown: ['neutral', 'Too few payments'],
}

const channelColumns: readonly TableColumn<ChannelHealth>[] = [
  {
    label: 'Channel',
    phone: 'title',
    room: 12,
    cell: ({ channel, processor, bank }) =>
      [channelNames[channel], processor ?? bank].filter((part) => part !== null).join(' · '),
  },
  {
    label: 'State',
    phone: 'state',
    room: 9,
    cell: ({ state }) => <Badge tone={states[state][0]}>{states[state][1]}</Badge>,
  },
  {
    label: 'Success rate',
    align: 'right',
    phone: 'value',
    room: 7,
    cell: ({ successRate }) => (
      <span className="figures">{successRate === null ? 'None' : formatShare(successRate, 1)}</span>
    ),
  },
  {
    label: 'Median time',
    align: 'right',
    phone: 'note',
    room: 8,
    cell: ({ medianMs }) => (
      <span className="figures">{medianMs === null ? '–' : formatSeconds(Math.round(medianMs / 1_000))}</span>
    ),
  },
  countColumn('Paid', ({ paid }) => paid, { drops: 1, room: 5 }),
  countColumn('Failed', ({ failed }) => failed, { drops: 2, room: 5 }),
]
