import type { ProcessorCalls } from '@adire/contract/processor-calls-schemas.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { RowTime } from './row-time.tsx'

/** What was sent to the processor, what it answered, and what happens next. */
export function CallsCard({ calls: { processor, calls, nextCheckAt, expiresAt } }: { calls: ProcessorCalls }) {
  if (!processor) return null
  return (
    <Card title={`Sent to ${processor.name}`}>
      <div className={calls.length > 0 ? '-mt-2' : '-mt-2 -mb-3'}>
        <DetailList
          details={[
            { label: 'Reference there', value: processor.reference },
            { label: 'Next check', value: nextCheckAt ? formatDateTime(nextCheckAt) : 'None' },
            ...(expiresAt ? [{ label: 'Expires', value: formatDateTime(expiresAt) }] : []),
          ]}
        />
      </div>
      {calls.length > 0 && (
        <ul className="-mb-3 divide-y divide-line border-t border-line">
          {calls.map(({ id, text, sentAt, answer }) => (
            <li key={id} className="flex items-baseline justify-between gap-6 py-3">
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-medium">{text}</span>
                <span className="block text-sm text-muted">{answer ?? 'No answer yet'}</span>
              </span>
              <RowTime at={sentAt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
