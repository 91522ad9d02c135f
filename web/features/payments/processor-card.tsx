import { getPayment } from '@adire/contract/payments.ts'
import { checkPayment, listProcessorCalls } from '@adire/contract/processor-calls.ts'
import type { ProcessorCall, ProcessorCalls } from '@adire/contract/processor-calls-schemas.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime, formatTime } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const reloadMs = 30_000
/** Calls shown before "Show all". */
const shownFirst = 4

/** What was sent to the processor about an open payment, what it answered, and what happens next. */
export function ProcessorCard({ paymentId }: { paymentId: string }) {
  const read = useCall(listProcessorCalls, { id: paymentId }, { refetchInterval: reloadMs })
  if (read.error) return <ErrorStrip message={read.error.message} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton className="h-48" />
  const { processor, calls, canCheck } = read.data
  if (!processor) return null
  return (
    <Card title={`Sent to ${processor.name}`} action={canCheck && <CheckButton paymentId={paymentId} />}>
      <div className="-mt-1">
        <DetailList details={listDetails(processor.reference, read.data)} />
      </div>
      {calls.length > 0 && <Calls calls={calls} />}
    </Card>
  )
}

const listDetails = (reference: string, { nextCheckAt, expiresAt }: ProcessorCalls) => [
  { label: 'Reference there', value: reference },
  { label: 'Next check', value: nextCheckAt ? formatDateTime(nextCheckAt) : 'None' },
  ...(expiresAt ? [{ label: 'Expires', value: formatDateTime(expiresAt) }] : []),
]

function CheckButton({ paymentId }: { paymentId: string }) {
  const check = useChange(checkPayment, {
    refresh: [listProcessorCalls, getPayment],
    success: ({ calls }) => `Checked. ${calls[0]?.answer ?? 'The payment has changed'}.`,
  })
  return (
    <AllowedButton
      needs={checkPayment}
      tone="secondary"
      busy={check.isPending}
      onClick={() => check.mutate({ id: paymentId })}
    >
      Check now
    </AllowedButton>
  )
}

function Calls({ calls }: { calls: readonly ProcessorCall[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? calls : calls.slice(0, shownFirst)
  return (
    <>
      <h3 className="mt-4 text-sm font-medium text-muted">Calls</h3>
      <ul className="-mb-3 divide-y divide-line">
        {shown.map(({ id, text, sentAt, answeredAt, answer }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{text}</span>
              <span className="block text-sm text-muted">
                {answer ? answer + formatWait(sentAt, answeredAt) : 'No answer yet'}
              </span>
            </span>
            <time dateTime={sentAt} title={formatDateTime(sentAt)} className="figures shrink-0 text-sm text-muted">
              {formatTime(sentAt)}
            </time>
          </li>
        ))}
      </ul>
      {shown.length < calls.length && (
        <Button tone="secondary" className="mt-3" onClick={() => setWhole(true)}>
          Show all {calls.length} calls
        </Button>
      )}
    </>
  )
}

/** ", after 0.4 s"; nothing for an answer that came at once. */
function formatWait(sentAt: string, answeredAt: string | null): string {
  const ms = answeredAt === null ? 0 : Date.parse(answeredAt) - Date.parse(sentAt)
  return ms < 100 ? '' : `, after ${(ms / 1_000).toFixed(1)} s`
}
