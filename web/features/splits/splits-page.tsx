import { limits } from '@adire/contract/limits.ts'
import { createSplit, createSplitParty, listSplitParties, listSplits } from '@adire/contract/splits.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton, AllowedLink } from '../../ui/allowed-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { recipientColumns, splitColumns } from './split-columns.tsx'
import { splitsBack, splitTabs } from './split-tabs.ts'

const pageSize = limits.listLimit
const Recipients = lazyComponent(() => import('./recipients.tsx').then((m) => m.Recipients))
const newSplit = '/split-payment-detail?new=1'

const tabs = { splits: 'Splits', parties: 'Recipients', archived: 'Archived' } as const
type Tab = keyof typeof tabs

/** Split list. The filter (`show`; `deleted` for deleted recipients) and the recipient modal (`party`) are in the URL. */
export function SplitsPage() {
  const { params, change } = useUrlState()
  const isDeleted = params.get('show') === 'deleted'
  const show = isDeleted
    ? 'parties'
    : ((Object.keys(tabs) as Tab[]).find((one) => one === params.get('show')) ?? 'splits')
  return (
    <>
      <PageHeader
        title="Split payments"
        note="Each payment is shared as it arrives, and everyone is paid to their own bank account."
        tabs={splitTabs}
        back={splitsBack}
        actions={
          <>
            {show === 'parties' && (
              <ExportButton
                kind="recipients"
                counts={listSplitParties}
                columns={recipientColumns(() => null)}
                input={{ status: 'all' }}
              />
            )}
            <AllowedButton
              needs={createSplitParty}
              tone="secondary"
              onClick={() => change({ show: 'parties', party: 'new' })}
            >
              Add recipient
            </AllowedButton>
            <AllowedLink needs={createSplit} to={newSplit} icon={<Plus strokeWidth={1.75} aria-hidden="true" />}>
              New split
            </AllowedLink>
          </>
        }
      />
      <WaitingApprovals group="recipients" />
      <div className="mb-4 flex">
        <Segmented
          label="What is listed"
          options={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: tabs[value] }))}
          value={show}
          onChange={(one) => change({ show: one === 'splits' ? undefined : one, party: undefined })}
        />
      </div>
      {show === 'parties' ? (
        <Suspense fallback={<TableSkeleton rows={pageSize} />}>
          <Recipients key={String(isDeleted)} isDeleted={isDeleted} />
        </Suspense>
      ) : (
        <Splits key={show} status={show === 'archived' ? 'archived' : 'active'} />
      )}
    </>
  )
}

function Splits({ status }: { status: 'active' | 'archived' }) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listSplits, { status, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Splits"
      columns={splitColumns}
      list={list}
      linkOf={({ id }) => `/split-payment-detail?id=${id}`}
      {...pager}
      empty={
        status === 'archived' ? (
          <Empty title="Nothing archived">
            A split that was used and then deleted is kept here, with its payments.
          </Empty>
        ) : (
          <Empty
            title="No splits yet"
            action={
              <AllowedLink needs={createSplit} to={newSplit} tone="secondary">
                New split
              </AllowedLink>
            }
          >
            Choose who gets which share, then use the split on a payment link, an invoice or a charge.
          </Empty>
        )
      }
    />
  )
}
