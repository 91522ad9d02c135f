import { formatNaira } from '@adire/contract/money.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import type { ComparedTotals } from './compared-totals.ts'
import { Growth } from './growth.tsx'
import { StatTile } from './stat-tile.tsx'

export function TodayTile({ current, previous }: ComparedTotals) {
  return (
    <StatTile
      label="Today"
      formula="Total of successful payments since midnight in Lagos, before fees. Compared with yesterday up to the same time."
      to="/transactions?period=today&status=paid"
      value={<Amount kobo={current.grossKobo} size="figure" />}
      note={
        <>
          <span className="block text-xs text-muted">{formatCount(current.count, 'transaction', 'transactions')}</span>
          <Growth
            now={current.grossKobo}
            before={previous.grossKobo}
            format={formatNaira}
            note="vs same time yesterday"
          />
        </>
      }
    />
  )
}
