import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendWebhookDelivery,
} from '@adire/contract/webhooks.ts'
import type { WebhookDelivery } from '@adire/contract/webhooks-schemas.ts'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { isMissing } from '../../ui/missing.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { AttemptLog } from './attempt-log.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'

const lookAgainMs = 2_000

/** One delivery: the request and the responses of all attempts. */
export function DeliveryView({ id }: { id: string }) {
  const { params } = useUrlState()
  const list = new URLSearchParams([...params].filter(([name]) => name !== 'delivery'))
  const [isAwaited, setAwaited] = useState(false)
  const read = useCall(
    getWebhookDelivery,
    { id },
    {
      refetchInterval: ({ state: { data } }) => (data && (isAwaited || isUnderWay(data)) ? lookAgainMs : false),
    },
  )
  const resend = useChange(resendWebhookDelivery, {
    refresh: [getWebhookDelivery, listWebhookDeliveries, listWebhookEndpoints],
    success: 'Sending again',
    onDone: () => {
      // Polls for a while for the result of this attempt, whatever the next state is.
      setAwaited(true)
      setTimeout(() => setAwaited(false), 5 * lookAgainMs)
    },
  })
  const back = (
    <LinkButton tone="ghost" className="-ml-3.5 self-start" to={`?${list}`} icon={<ArrowLeft strokeWidth={1.75} />}>
      All webhooks
    </LinkButton>
  )
  if (read.error)
    return (
      <div className="flex flex-col gap-4">
        {back}
        {isMissing(read.error.status) ? (
          <Empty title="Delivery not found">It may be older than 30 days, or belong to another business.</Empty>
        ) : (
          <ErrorStrip message={read.error.message} onRetry={() => read.refetch()} />
        )}
      </div>
    )
  const delivery = read.data
  return (
    <div className="flex flex-col gap-5">
      {back}
      {delivery ? (
        <>
          <header className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
              {delivery.type} <DeliveryBadge delivery={delivery} />
            </h2>
            <AllowedButton
              needs={resendWebhookDelivery}
              tone="secondary"
              icon={<RotateCcw strokeWidth={1.75} />}
              busy={resend.isPending}
              onClick={() => resend.mutate({ id })}
            >
              Send again
            </AllowedButton>
          </header>
          {delivery.failure && <ErrorStrip message={`Not delivered: ${delivery.failure}`} />}
          <Card className="py-2!">
            <DetailList details={listDetails(delivery)} />
          </Card>
          <AttemptLog delivery={delivery} />
        </>
      ) : (
        <DetailSkeleton rows={6} />
      )}
    </div>
  )
}

const clockDifferenceMs = 60_000

const isUnderWay = ({ state, nextAttemptAt }: WebhookDelivery) =>
  state === 'waiting' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + lookAgainMs

/** Time of the event on a test clock that was moved forward. Deliveries themselves happen in real time. */
function testClockTime({ body, createdAt }: WebhookDelivery): string | undefined {
  const { timestamp } = JSON.parse(body) as { timestamp: string }
  return Date.parse(timestamp) - Date.parse(createdAt) > clockDifferenceMs ? timestamp : undefined
}

function listDetails(delivery: WebhookDelivery): DetailItem[] {
  const { url, eventId, createdAt, attempts, nextAttemptAt, isTest } = delivery
  const testTime = testClockTime(delivery)
  const zone = testTime ? '(Lagos, real time)' : '(Lagos)'
  return [
    { label: 'Endpoint', value: <span className="font-mono text-sm">{url}</span> },
    { label: 'Event id', value: <span className="font-mono text-sm">{eventId}</span> },
    ...(testTime ? [{ label: 'Happened', value: `${formatDateTime(testTime)} (Lagos, test clock)` }] : []),
    { label: testTime ? 'Queued' : 'Happened', value: `${formatDateTime(createdAt)} ${zone}` },
    { label: 'Attempts', value: attempts },
    ...(nextAttemptAt ? [{ label: 'Next attempt', value: `${formatDateTime(nextAttemptAt)} ${zone}` }] : []),
    ...(isTest ? [{ label: 'Data', value: 'Test event with example data' }] : []),
  ]
}
