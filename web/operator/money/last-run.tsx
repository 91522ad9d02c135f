import { getReconciliation } from '@adire/contract/back-office/money.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { useCall } from '../client/api.ts'

export function LastRun() {
  const { data, error, refetch } = useCall(getReconciliation, {}, { refetchInterval: 15_000 })
  if (error) return <ErrorStrip className="mb-5" message={error.message} onRetry={() => void refetch()} />
  const last = data?.last
  const isCompared = last?.balanceKobo != null && last.expectedKobo != null
  const notCompared = data ? 'Not compared' : '–'
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
          { label: 'Open discrepancies', value: data ? groupDigits(data.openItems) : '–' },
          { label: 'At the processors', value: isCompared ? formatNaira(last.balanceKobo ?? 0) : notCompared },
          { label: 'By the ledger', value: isCompared ? formatNaira(last.expectedKobo ?? 0) : notCompared },
          {
            label: 'Difference',
            value: isCompared ? formatNaira((last.balanceKobo ?? 0) - (last.expectedKobo ?? 0)) : notCompared,
          },
        ]}
      />
    </section>
  )
}
