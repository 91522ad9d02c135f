import { formatNaira } from '@adire/contract/money.ts'
import { getOverview } from '@adire/contract/payments.ts'
import type { PeriodTotals } from '@adire/contract/payments-schemas.ts'
import { getUnsettled } from '@adire/contract/settlements.ts'
import type * as z from 'zod/mini'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { Delta } from '../../ui/delta.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TilesSkeleton } from '../../ui/skeleton.tsx'
import { useRange } from './range.ts'
import { StatTile } from './stat-tile.tsx'

type Totals = z.infer<typeof PeriodTotals>

export function OverviewStats() {
  const { range, period, query } = useRange()
  const overview = useCall(getOverview, period, { keepPrevious: true })
  if (overview.error) return <ErrorStrip message={overview.error.message} onRetry={() => overview.refetch()} />
  if (!overview.data) return <TilesSkeleton />
  const { current, previous, unsettledKobo } = overview.data
  const note = `vs previous ${range} days`
  return (
    <dl
      aria-busy={overview.isPlaceholderData}
      className={`card grid grid-cols-2 gap-px overflow-clip bg-line! transition-opacity lg:grid-cols-4 ${overview.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <StatTile
        label="Gross volume"
        formula={`The amounts of the payments started in the period that succeeded, before fees. ${formatNaira(current.refundedKobo)} of it went back to customers since.`}
        to={query({ status: 'paid' })}
        value={<Amount kobo={current.grossKobo} size="figure" />}
        note={<Growth now={current.grossKobo} before={previous.grossKobo} format={formatNaira} note={note} />}
      />
      <StatTile
        label="Success rate"
        formula="Paid, divided by paid and failed together. Payments abandoned or still pending do not count. The change is in percentage points."
        to={query({ status: 'failed' })}
        value={current.successRate === null ? '\u2013' : percent(current.successRate)}
        note={<Delta change={difference(current, previous)} note={note} />}
      />
      <StatTile
        label="Transactions"
        formula="How many payments started in the period and were paid, also those refunded since."
        to={query({ status: 'paid' })}
        value={formatCount(current.count)}
        note={<Growth now={current.count} before={previous.count} format={formatCount} note={note} />}
      />
      <StatTile
        label="Unsettled balance"
        formula="What succeeded less fees, VAT and refunds, and has not been paid out to your bank account yet. It does not depend on the period."
        to="/payouts"
        value={<Amount kobo={unsettledKobo} size="figure" />}
        note={<NextSettlement />}
      />
    </dl>
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
          {next.account
            ? `${next.account.bankName} •••• ${next.account.accountNumber.slice(-4)}`
            : 'No bank account yet'}
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
