import { listWebhookHealth } from '@adire/contract/back-office/system.ts'
import type { WebhookHealth } from '@adire/contract/back-office/system-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'
import { BusinessCell } from '../app/business-cell.tsx'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

const limit = 25
type Row = WebhookHealth & { id: string }

/** Webhook endpoints of all businesses, those with failures first. */
export function WebhooksPage() {
  const mode = useMode()
  const { page, pager } = usePaging(limit)
  const list = useCall(listWebhookHealth, { mode, ...page }, { keepPrevious: true, refetchInterval: 30_000 })
  const data = list.data && {
    ...list.data,
    content: list.data.content.map((endpoint): Row => ({ ...endpoint, id: endpoint.endpointId })),
  }
  return (
    <>
      <PageHeader
        title="System"
        note="Deliveries of webhooks in the last 24 hours"
        actions={<ModeChoice />}
        tabs={useAllowedTabs(systemTabs)}
      />
      <PagedList
        label="Webhooks"
        columns={columns}
        list={{ ...list, data }}
        {...pager}
        empty={
          <Empty title="No business has a webhook in this mode">Endpoints appear here once a business adds one.</Empty>
        }
      />
    </>
  )
}

function stateOf({ isEnabled, failed, waiting }: Row) {
  if (!isEnabled) return <Badge tone="neutral">Off</Badge>
  if (failed > 0) return <Badge tone="bad">Fails</Badge>
  return waiting > 0 ? <Badge tone="warn">Waiting</Badge> : <Badge tone="ok">Works</Badge>
}

const count = (value: number) => <span className="figures">{groupDigits(value)}</span>

const columns: readonly TableColumn<Row>[] = [
  {
    label: 'Business',
    phone: 'title',
    room: 12,
    cell: ({ business, url }) => <BusinessCell business={business} note={url} />,
    fullText: ({ business, url }) => `${business.name}, ${url}`,
  },
  { label: 'State', phone: 'state', room: 7, cell: stateOf },
  { label: 'Delivered', align: 'right', drops: 2, room: 6, cell: ({ delivered }) => count(delivered) },
  { label: 'Waiting', align: 'right', drops: 3, room: 6, cell: ({ waiting }) => count(waiting) },
  {
    label: 'Failed',
    align: 'right',
    phone: 'value',
    room: 6,
    cell: ({ failed }) => (
      <>
        {count(failed)}
        <span className="text-sm text-muted rows:hidden"> failed</span>
      </>
    ),
  },
  {
    label: 'Last failure',
    phone: 'note',
    drops: 1,
    quiet: true,
    cell: ({ lastFailure, disabledReason }) => disabledReason ?? lastFailure ?? 'None',
    fullText: ({ lastFailure, disabledReason }) => disabledReason ?? lastFailure,
  },
]
