import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getOverview } from '@adire/contract/payments.ts'
import type { PeriodTotals } from '@adire/contract/payments-schemas.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey, formatDay } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Delta } from '../../ui/delta.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TilesSkeleton } from '../../ui/skeleton.tsx'
import { mostDays, useRange } from './range.ts'
import { StatTile } from './stat-tile.tsx'

type Totals = z.infer<typeof PeriodTotals>

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
  from === to ? formatDay(from) : `${formatDay(from)} \u2013 ${formatDay(to)}`

type TilesProps = { columns: string; isBusy?: boolean; children: ReactNode }

const Tiles = ({ columns, isBusy = false, children }: TilesProps) => (
  <dl
    aria-busy={isBusy}
    className={`card grid gap-px overflow-clip bg-line! transition-opacity ${columns} ${isBusy ? 'opacity-60' : ''}`}
  >
    {children}
  </dl>
)

type Compared = { current: Totals; previous: Totals }

function TodayTile({ current, previous }: Compared) {
  return (
    <StatTile
      label="Today"
      formula="Total of successful payments since midnight in Lagos, before fees. Compared with yesterday up to the same time."
      to="/transactions?period=today&status=paid"
      value={<Amount kobo={current.grossKobo} size="figure" />}
      note={
        <>
          <Growth
            now={current.grossKobo}
            before={previous.grossKobo}
            format={formatNaira}
            note="vs same time yesterday"
          />
          <span className="block text-xs text-muted">
            {formatCount(current.count)} {current.count === 1 ? 'transaction' : 'transactions'}
          </span>
        </>
      }
    />
  )
}

const UnsettledTile = ({ kobo }: { kobo: number }) => (
  <StatTile
    label="Unsettled balance"
    formula="Money not yet paid to your bank, after fees, VAT and refunds. It does not depend on the period."
    to="/payouts"
    value={<Amount kobo={kobo} size="figure" />}
    note={<NextSettlement />}
  />
)

function PeriodTiles({ current, previous }: Compared) {
  const { comparison, query } = useRange()
  return (
    <>
      <StatTile
        label="Gross volume"
        className="max-lg:col-span-full"
        formula={`Total of successful payments in this period, before fees. ${formatNaira(current.refundedKobo)} has been refunded. A period that includes today is compared up to the same time of day.`}
        to={query({ status: 'paid' })}
        value={<Amount kobo={current.grossKobo} size="figure" />}
        note={<Growth now={current.grossKobo} before={previous.grossKobo} format={formatNaira} note={comparison} />}
      />
      <StatTile
        label="Transactions"
        formula="Number of successful payments, including refunded ones."
        to={query({ status: 'paid' })}
        value={formatCount(current.count)}
        note={<Growth now={current.count} before={previous.count} format={formatCount} note={comparison} />}
      />
      <StatTile
        label="Success rate"
        formula="Successful payments divided by successful and failed payments. Abandoned and pending payments do not count. The change is in percentage points (pts)."
        to={query({ status: 'failed' })}
        value={current.successRate === null ? '\u2013' : percent(current.successRate)}
        note={<Delta change={difference(current, previous)} unit=" pts" note={comparison} />}
      />
    </>
  )
}

/** Amount, date and bank account of the next settlement. Two lines are reserved, so the layout does not shift. */
function NextSettlement() {
  const { data } = useCall(getUnsettled, {})
  const next = data?.next
  return (
    <span className="block min-h-8 text-xs text-muted max-sm:min-h-12">
      {next && next.amountKobo > 0 ? (
        <>
          {next.hold
            ? `On hold: ${formatNaira(next.amountKobo)}`
            : `Next: ${formatNaira(next.amountKobo)} on ${formatDay(next.dueOn)}`}
          <br />
          {next.account ? accountLabel(next.account.bankName, next.account.accountNumber) : 'No bank account yet'}
        </>
      ) : (
        'Not paid out yet'
      )}
    </span>
  )
}

const percent = (rate: number) => `${(rate * 100).toFixed(1)}%`

const formatCount = (count: number) => count.toLocaleString('en-US')

type GrowthProps = { now: number; before: number; format: (value: number) => string; note: string }

/** Growth in percent. From zero it is undefined, and from a very small value it means little: then the earlier value is shown. */
function Growth({ now, before, format, note }: GrowthProps) {
  const change = before > 0 ? (now - before) / before : undefined
  if (change === undefined || change < largestUsefulGrowth) return <Delta change={change} note={note} />
  return <span className="block text-xs text-muted">Up from {format(before)}</span>
}

const largestUsefulGrowth = 10

const difference = (now: Totals, before: Totals) =>
  now.successRate === null || before.successRate === null ? undefined : now.successRate - before.successRate
