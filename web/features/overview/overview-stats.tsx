import { getOverview } from '@adire/contract/payments.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey, formatDay } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TilesSkeleton } from '../../ui/skeleton.tsx'
import { PeriodTiles } from './period-tiles.tsx'
import { mostDays, useRange } from './range.ts'
import { TodayTile } from './today-tile.tsx'
import { UnsettledTile } from './unsettled-tile.tsx'

/** Stats that do not depend on the period, then the choice of the period and its stats. */
export function OverviewStats() {
  const { range, label, period, choose } = useRange()
  const today = dayKey(businessNow())
  const ofToday = useCall(getOverview, { from: today, to: today })
  const ofPeriod = useCall(getOverview, period, { keepPrevious: true })
  const failed = [ofToday, ofPeriod].find(({ error }) => error)
  return (
    <>
      {ofToday.data ? (
        <Tiles columns="grid-cols-2 max-[22.5rem]:grid-cols-1">
          <TodayTile {...ofToday.data} />
          <UnsettledTile kobo={ofToday.data.unsettledKobo} />
        </Tiles>
      ) : (
        !ofToday.error && <TilesSkeleton tiles={2} />
      )}
      <section className="flex flex-col gap-3" aria-label={label}>
        <div className="flex items-center justify-between gap-4">
          <h2 className="min-w-0 font-semibold">
            {label}
            {range.period && (
              <span className="ml-2 text-sm font-normal text-muted max-sm:ml-0 max-sm:block">
                {describeDays(period)}
              </span>
            )}
          </h2>
          <DateRange range={range} onChange={choose} mostDays={mostDays} />
        </div>
        {failed ? (
          <ErrorStrip message={failed.error!.message} onRetry={() => failed.refetch()} />
        ) : ofPeriod.data ? (
          <Tiles columns="grid-cols-2 max-[22.5rem]:grid-cols-1 lg:grid-cols-3" isBusy={ofPeriod.isPlaceholderData}>
            <PeriodTiles {...ofPeriod.data} />
          </Tiles>
        ) : (
          <TilesSkeleton tiles={3} />
        )}
      </section>
    </>
  )
}

const describeDays = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : [from, to].map((day) => formatDay(day).replaceAll(' ', '\u00a0')).join(' \u2013 ')

type TilesProps = { columns: string; isBusy?: boolean; children: ReactNode }

const Tiles = ({ columns, isBusy = false, children }: TilesProps) => (
  <dl
    aria-busy={isBusy}
    className={`card grid gap-px overflow-clip bg-line! transition-opacity ${columns} ${isBusy ? 'opacity-60' : ''}`}
  >
    {children}
  </dl>
)
