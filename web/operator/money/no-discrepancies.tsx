import { getReconciliation } from '@adire/contract/back-office/money.ts'
import { Empty } from '../../ui/empty.tsx'
import { useCall } from '../client/api.ts'

/** An empty list of open discrepancies. It claims agreement only after a comparison. */
export function NoDiscrepancies() {
  const { data } = useCall(getReconciliation, {})
  if (!data) return <Empty title="No open discrepancies" />
  if (data.processors.length === 0)
    return (
      <Empty title={data.last ? 'Nothing was compared with a processor yet' : 'Nothing was compared yet'}>
        Configure a processor that lists its records, or import a bank statement.
      </Empty>
    )
  if (!data.last?.endedAt)
    return (
      <Empty title="Nothing was compared yet">
        The first comparison runs at 05:00. To start it now, use “Reconcile now”.
      </Empty>
    )
  return <Empty title="Every kobo agrees or is explained">New discrepancies appear here after the daily run.</Empty>
}
