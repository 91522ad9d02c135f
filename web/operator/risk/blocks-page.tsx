import { addRiskBlock, type BlockKind, blockKinds, listRiskBlocks } from '@adire/contract/back-office/risk.ts'
import type { RiskBlock } from '@adire/contract/back-office/risk-schemas.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDate } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { AddBlockModal, RemoveBlockModal } from './block-modals.tsx'
import { riskTabs } from './risk-tabs.ts'

const pageSize = 25
const kindChoices = Object.entries(blockKinds).map(([value, label]) => ({ value, label }))

/** Payers, cards and addresses that may not pay. */
export function BlocksPage() {
  const { params, change } = useUrlState()
  const kind = Object.keys(blockKinds).find((one) => one === params.get('kind')) as BlockKind | undefined
  const search = params.get('search')?.slice(0, 254) || undefined
  const clear = () => change({ kind: undefined, search: undefined })
  const pages = usePages(pageSize)
  const [opened, setOpened] = useState<'add' | RiskBlock>()
  const denied = useDenied(addRiskBlock)
  const list = useCall(listRiskBlocks, { kind, search, ...pages.input }, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="Risk"
        note="Payments of these are stopped before they are sent"
        actions={
          <AllowedButton icon={<Plus strokeWidth={1.75} />} denied={denied} onClick={() => setOpened('add')}>
            Add to block list
          </AllowedButton>
        }
        tabs={riskTabs}
      />
      <FilterBar
        search={
          <SearchInput
            label="Email, number or address"
            value={search ?? ''}
            onSearch={(text) => change({ search: text })}
          />
        }
        onClear={kind || search ? clear : undefined}
        values={[kind]}
      >
        <UrlFilter name="kind" label="Kind" all="All kinds" options={kindChoices} />
      </FilterBar>
      <CursorList
        label="Block list"
        columns={blockColumns(denied, setOpened)}
        list={list}
        pages={pages}
        waiting={6}
        empty={
          kind || search ? (
            <NoMatchingEntries onClear={clear}>No entries match these filters.</NoMatchingEntries>
          ) : (
            <Empty title="Nothing is blocked">
              Block an email, a phone number or an address here, or a card from its alert.
            </Empty>
          )
        }
      />
      {opened === 'add' && <AddBlockModal onClose={() => setOpened(undefined)} />}
      {opened && opened !== 'add' && <RemoveBlockModal block={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const blockColumns = (
  denied: string | undefined,
  onRemove: (block: RiskBlock) => void,
): readonly TableColumn<RiskBlock>[] => [
  {
    label: 'Blocked',
    phone: 'title',
    room: 14,
    cell: ({ label }) => <span className="font-medium">{label}</span>,
    fullText: ({ label }) => label,
  },
  {
    label: 'Kind',
    phone: 'state',
    room: 9,
    cell: ({ kind, mode }) => `${blockKinds[kind]}${mode === 'TEST' ? ' (test)' : ''}`,
  },
  { label: 'Reason', phone: 'note', cell: ({ reason }) => reason, fullText: ({ reason }) => reason },
  {
    label: 'Ends',
    drops: 1,
    room: 8,
    cell: ({ expiresAt }) => <span className="figures">{expiresAt ? formatDate(expiresAt) : 'When removed'}</span>,
  },
  {
    label: 'By',
    drops: 2,
    quiet: true,
    cell: ({ createdBy, createdAt }) => `${createdBy}, ${formatDate(createdAt)}`,
    fullText: ({ createdBy }) => createdBy,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (block) => (
      <RowMenu of={block.label}>
        <MenuButton denied={denied} onClick={() => onRemove(block)}>
          Remove
        </MenuButton>
      </RowMenu>
    ),
  },
]
