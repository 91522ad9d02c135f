import {
  explainReconciliationItem,
  getReconciliation,
  importBankStatement,
  listReconciliationItems,
  startReconciliation,
} from '@adire/contract/back-office/money.ts'
import { ExplanationForm, type ReconciliationItem } from '@adire/contract/back-office/money-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { FileUp, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { Input } from '../../ui/input.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall, useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { keptParams, moneyTabs } from './money-tabs.ts'

const limit = 25
const ImportStatementModal = lazyComponent(() =>
  import('./import-statement-modal.tsx').then((m) => m.ImportStatementModal),
)
const statusTabs = [
  { status: 'open', label: 'Open' },
  { status: 'explained', label: 'Explained' },
  { status: 'gone', label: 'Settled by themselves' },
] as const

/** Discrepancies between the ledger, the processors and the bank. */
export function ReconciliationPage() {
  const denied = useDenied(startReconciliation)
  const importDenied = useDenied(importBankStatement)
  const [isImporting, setImporting] = useState(false)
  const start = useChange(startReconciliation, {
    success: 'The reconciliation has started. Its result is here in a moment',
    refresh: [getReconciliation, listReconciliationItems],
  })
  return (
    <>
      <PageHeader
        title="Money"
        note="The ledger compared with the processors and the bank"
        actions={
          <>
            <AllowedButton
              tone="secondary"
              icon={<FileUp strokeWidth={1.75} />}
              denied={importDenied}
              onClick={() => setImporting(true)}
            >
              Import statement
            </AllowedButton>
            <AllowedButton
              tone="secondary"
              icon={<RefreshCw strokeWidth={1.75} />}
              denied={denied}
              busy={start.isPending}
              onClick={() => start.mutate({})}
            >
              Reconcile now
            </AllowedButton>
          </>
        }
        tabs={moneyTabs}
        keptParams={keptParams}
      />
      <LastRun />
      <Items />
      <Suspense fallback={<FullLoader />}>
        {isImporting && <ImportStatementModal onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  )
}

function LastRun() {
  const { data, error, refetch } = useCall(getReconciliation, {}, { refetchInterval: 15_000 })
  if (error) return <ErrorStrip className="mb-5" message={error.message} onRetry={() => void refetch()} />
  const last = data?.last
  const isCompared = last?.balanceKobo != null && last.expectedKobo != null
  return (
    <section aria-label="Last reconciliation" className="mb-6">
      <p className="mb-3 text-muted">
        {!data
          ? 'Last reconciliation'
          : data.processors.length === 0
            ? 'No processor with records is configured, so there is nothing to compare.'
            : last
              ? `Last reconciliation: ${formatDateTime(last.startedAt)}, ${formatDay(last.fromDay)} to ${formatDay(last.toDay)}${last.endedAt ? '' : ', still running'}`
              : 'Nothing was compared yet. It runs every day at 05:00.'}
      </p>
      <Tiles
        tiles={[
          { label: 'Open discrepancies', value: data ? data.openItems.toLocaleString('en-US') : '–' },
          { label: 'At the processors', value: isCompared ? formatNaira(last.balanceKobo ?? 0) : 'Not compared' },
          { label: 'By the ledger', value: isCompared ? formatNaira(last.expectedKobo ?? 0) : 'Not compared' },
          {
            label: 'Difference',
            value: isCompared ? formatNaira((last.balanceKobo ?? 0) - (last.expectedKobo ?? 0)) : 'Not compared',
          },
        ]}
      />
    </section>
  )
}

type Row = ReconciliationItem & { id: string }

function Items() {
  const { params, changed } = useUrlState()
  const status = statusTabs.find((tab) => tab.status === params.get('status'))?.status ?? 'open'
  const { page, pager } = usePaging(limit)
  const [opened, setOpened] = useState<ReconciliationItem>()
  const denied = useDenied(explainReconciliationItem)
  const list = useCall(listReconciliationItems, { status, ...page }, { keepPrevious: true })
  const data = list.data && {
    ...list.data,
    content: list.data.content.map((item): Row => ({ ...item, id: String(item.number) })),
  }
  return (
    <>
      <FilterTabs
        label="Status"
        tabs={statusTabs.map((tab) => ({
          to: `?${changed({ status: tab.status === 'open' ? undefined : tab.status })}`,
          label: tab.label,
          isCurrent: tab.status === status,
        }))}
      />
      <PagedList
        label="Discrepancies"
        columns={itemColumns(setOpened, denied)}
        list={{ ...list, data }}
        {...pager}
        empty={
          status === 'open' ? (
            <Empty title="Every kobo agrees or is explained">New discrepancies appear here after the daily run.</Empty>
          ) : (
            <Empty title="Nothing here yet">Discrepancies that end this way appear here.</Empty>
          )
        }
      />
      {opened && <ExplainModal item={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const amount = (kobo: number | null) => (kobo === null ? '–' : <Amount kobo={kobo} />)

const itemColumns = (
  onExplain: (item: ReconciliationItem) => void,
  denied: string | undefined,
): readonly TableColumn<Row>[] => [
  {
    label: 'Discrepancy',
    phone: 'title',
    room: 16,
    cell: ({ discrepancy, processor, kind }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium first-letter:uppercase">{discrepancy}</span>
        <span className="block truncate text-sm text-muted">
          {[processor ?? (kind === 'bank' ? 'Bank' : 'All processors'), kind].join(' · ')}
        </span>
      </span>
    ),
    fullText: ({ discrepancy }) => discrepancy,
  },
  { label: 'Ours', align: 'right', phone: 'value', cell: ({ oursKobo }) => amount(oursKobo) },
  { label: 'Theirs', align: 'right', phone: 'state', cell: ({ theirsKobo }) => amount(theirsKobo) },
  { label: 'Day', phone: 'note', room: 7, cell: ({ day }) => <span className="figures">{formatDay(day)}</span> },
  {
    label: 'Reference',
    drops: 2,
    quiet: true,
    cell: ({ reference }) => <span className="figures">{reference}</span>,
    fullText: ({ reference }) => reference,
  },
  {
    label: 'Explanation',
    drops: 1,
    quiet: true,
    cell: ({ explanation, explainedBy }) => (explanation ? `${explanation} (${explainedBy})` : '–'),
    fullText: ({ explanation }) => explanation,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (item) =>
      item.status === 'gone' ? null : (
        <RowMenu of={`discrepancy ${item.number}`}>
          <MenuButton denied={denied} onClick={() => onExplain(item)}>
            {item.status === 'open' ? 'Explain' : 'Change explanation'}
          </MenuButton>
        </RowMenu>
      ),
  },
]

function ExplainModal({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const explain = useChange(explainReconciliationItem, {
    refresh: [listReconciliationItems, getReconciliation],
    quiet: true,
    success: 'The discrepancy is explained',
    onDone: onClose,
  })
  const form = useSchemaForm(ExplanationForm, {
    start: { reason: item.explanation ?? '' },
    submit: ({ reason }) => explain.mutateAsync({ number: item.number, reason }),
  })
  return (
    <FormModal form={form} title={`Explain discrepancy ${item.number}`} action="Save explanation" onClose={onClose}>
      <p className="text-ink-2">
        It leaves the list, and later balances include it. Explain only what will never agree, such as a deposit of your
        own.
      </p>
      <Field label="Explanation" error={form.errorOf('reason')}>
        <Input {...form.field('reason')} autoComplete="off" maxLength={500} />
      </Field>
    </FormModal>
  )
}
