import { type ReactNode, useId } from 'react'
import { formatDay } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { twoTileColumns } from '../../ui/tile-classes.ts'
import { useStatsOfPeriod, useTotalsOfToday } from './overview-reads.ts'
import { PeriodTiles } from './period-tiles.tsx'
import { maxDays, useRange } from './range.ts'
import { StatTilesSkeleton, tilesClass } from './stat-tile.tsx'
import { TodayTile } from './today-tile.tsx'
import { UnsettledTile } from './unsettled-tile.tsx'

/** Stats that do not depend on the period, then the choice of the period and its stats. */
export function OverviewStats() {
  const ofToday = useTotalsOfToday()
  return (
    <>
      {ofToday.error ? (
        <ErrorStrip message={ofToday.error.message} onRetry={() => ofToday.refetch()} />
      ) : ofToday.data ? (
        <Tiles columns={twoTileColumns}>
          <TodayTile {...ofToday.data} />
          <UnsettledTile kobo={ofToday.data.unsettledKobo} />
        </Tiles>
      ) : (
        <StatTilesSkeleton tiles={2} columns={twoTileColumns} noteHeight="h-8 max-sm:h-12" />
      )}
      <StatsOfPeriod />
    </>
  )
}

function StatsOfPeriod() {
  const { range, period, choose } = useRange()
  const ofPeriod = useStatsOfPeriod()
  const headingId = useId()
  return (
    <section className="flex flex-col gap-3" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={headingId} className="min-w-0 flex-[1_1_8rem] font-semibold">
          Sales
          {range.period && (
            <span className="ml-2 text-sm font-normal text-muted max-sm:ml-0 max-sm:block">{describeDays(period)}</span>
          )}
        </h2>
        <DateRange range={range} onChange={choose} maxDays={maxDays} />
      </div>
      {ofPeriod.error ? (
        <ErrorStrip message={ofPeriod.error.message} onRetry={() => ofPeriod.refetch()} />
      ) : ofPeriod.data ? (
        <Tiles columns={periodColumns} isBusy={ofPeriod.isPlaceholderData}>
          <PeriodTiles {...ofPeriod.data} />
        </Tiles>
      ) : (
        <StatTilesSkeleton tiles={3} columns={periodColumns} noteHeight="h-4" />
      )}
    </section>
  )
}

const periodColumns = `${twoTileColumns} lg:grid-cols-3`

const describeDays = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : [from, to].map((day) => formatDay(day).replaceAll(' ', '\u00a0')).join(' \u2013 ')

type TilesProps = { columns: string; isBusy?: boolean; children: ReactNode }

const Tiles = ({ columns, isBusy = false, children }: TilesProps) => (
  <dl aria-busy={isBusy} className={`${tilesClass} ${columns} transition-opacity ${isBusy ? 'opacity-60' : ''}`}>
    {children}
  </dl>
)
