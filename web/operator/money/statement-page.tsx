import { downloadStatement, getStatement } from '@adire/contract/back-office/money.ts'
import type { StatementDay } from '@adire/contract/back-office/money-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Download } from 'lucide-react'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { readRange, resolveRange } from '../../ui/range.ts'
import { saveFile } from '../../ui/save-file.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall, useChange } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { keptParams, moneyTabs } from './money-tabs.ts'

const money = (
  label: string,
  field: Exclude<keyof StatementDay, 'day'>,
  drops?: 1 | 2 | 3,
): TableColumn<StatementDay> => ({
  label,
  align: 'right',
  cell: (day) => <Amount kobo={day[field]} />,
  ...(drops && { drops }),
})

const columns: readonly TableColumn<StatementDay>[] = [
  { label: 'Day', phone: 'title', room: 8, cell: ({ day }) => <span className="figures">{formatDay(day)}</span> },
  { ...money('Fees earned', 'feesKobo'), phone: 'value' },
  {
    ...money('VAT due', 'vatKobo'),
    phone: 'note',
    cell: ({ vatKobo }) => (
      <>
        <span className="rows:hidden">VAT </span>
        <Amount kobo={vatKobo} />
      </>
    ),
  },
  money('Stamp duty due', 'stampDutyKobo', 1),
  money('Processor fees', 'processorFeesKobo', 2),
  money('Reserve held', 'reserveKobo', 3),
]

/** Fees earned, taxes due and what the processors charged, by Lagos day. */
export function StatementPage() {
  const mode = useMode()
  const { params, change } = useUrlState()
  const chosen = readRange(params)
  const range = chosen.period || (chosen.from && chosen.to) ? chosen : { ...chosen, period: '30' as const }
  const { from = '', to = '' } = resolveRange(range)
  const { data, error, refetch } = useCall(getStatement, { mode, from, to }, { keepPrevious: true })
  const save = useChange(downloadStatement, {
    onDone: (file) => saveFile(`statement-${from}-${to}.csv`, file as string | File),
  })
  return (
    <>
      <PageHeader
        title="Money"
        note="Fees and taxes by day"
        actions={<ModeChoice />}
        tabs={useAllowedTabs(moneyTabs)}
        keptParams={keptParams}
      />
      <FilterBar
        action={
          <Button
            tone="secondary"
            icon={<Download strokeWidth={1.75} />}
            busy={save.isPending}
            onClick={() => save.mutate({ mode, from, to })}
          >
            Download CSV
          </Button>
        }
      >
        <DateRange range={range} onChange={change} />
      </FilterBar>
      {error ? (
        <ErrorStrip message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton />
      ) : data.days.length === 0 ? (
        <Empty title="Nothing was earned in these days">Choose other days, or the other mode.</Empty>
      ) : (
        <div className="flex flex-col gap-6">
          <Tiles
            tiles={[
              { label: 'Fees earned', value: formatNaira(data.total.feesKobo) },
              { label: 'VAT due', value: formatNaira(data.total.vatKobo) },
              { label: 'Stamp duty due', value: formatNaira(data.total.stampDutyKobo) },
              { label: 'Processor fees', value: formatNaira(data.total.processorFeesKobo) },
            ]}
          />
          <Table label="Days" columns={columns} rows={data.days.toReversed()} keyOf={({ day }) => day} />
        </div>
      )}
    </>
  )
}
