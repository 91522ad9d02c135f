import { statusLabel } from '@adire/contract/status-names.ts'
import { Card } from '../../ui/card.tsx'
import type { OfPayment } from './of-payment.ts'
import { RowTime } from './row-time.tsx'

/** Events of the processor about the payment. */
export function EventsCard({ found: { events } }: OfPayment) {
  if (events.length === 0) return null
  return (
    <Card title="Events of the processor">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {events.map(({ id, name, effect, status, receivedAt }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{name ?? 'Event without a name'}</span>
              <span className="block text-sm text-muted">{effect ?? statusLabel(status)}</span>
            </span>
            <RowTime at={receivedAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
