import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Amount } from '../../ui/amount.tsx'
import { Delta } from '../../ui/delta.tsx'
import type { ComparedTotals, Totals } from './compared-totals.ts'
import { Growth } from './growth.tsx'
import { useRange } from './range.ts'
import { StatTile } from './stat-tile.tsx'

export function PeriodTiles({ current, previous }: ComparedTotals) {
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
        value={groupDigits(current.count)}
        note={<Growth now={current.count} before={previous.count} format={groupDigits} note={comparison} />}
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

const percent = (rate: number) => `${(rate * 100).toFixed(1)}%`

const difference = (now: Totals, before: Totals) =>
  now.successRate === null || before.successRate === null ? undefined : now.successRate - before.successRate
