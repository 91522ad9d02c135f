import {
  createWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  setWebhookEndpointEnabled,
  webhookLimits,
} from '@adire/contract/webhooks.ts'
import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { EndpointRow } from './endpoint-row.tsx'

const EndpointModal = lazyComponent(() => import('./endpoint-modal.tsx').then((module) => module.EndpointModal))
const EndpointChangeModal = lazyComponent(() =>
  import('./endpoint-change-modal.tsx').then((module) => module.EndpointChangeModal),
)
const TestEventModal = lazyComponent(() => import('./test-event-modal.tsx').then((module) => module.TestEventModal))
const ResendModal = lazyComponent(() => import('./resend-modal.tsx').then((module) => module.ResendModal))

/** Actions on an endpoint; `add` has no endpoint. */
export type EndpointAction = 'edit' | 'test' | 'rotate' | 'delete' | 'switch' | 'resend'
type Opened = { action: 'add' } | { action: EndpointAction; endpoint: WebhookEndpoint }

export function EndpointList() {
  const list = useCall(listWebhookEndpoints, {})
  const [opened, setOpened] = useState<Opened>()
  const [secret, setSecret] = useState<string>()
  const enabling = useChange(setWebhookEndpointEnabled, {
    refresh: [listWebhookEndpoints, listWebhookDeliveries],
    success: 'The endpoint is on again',
  })
  const close = () => setOpened(undefined)
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <DetailSkeleton rows={2} />
  const { content } = list.data
  const add = (
    <AllowedButton
      needs={createWebhookEndpoint}
      icon={<Plus strokeWidth={1.75} />}
      onClick={() => setOpened({ action: 'add' })}
    >
      Add endpoint
    </AllowedButton>
  )
  const act = (action: EndpointAction, endpoint: WebhookEndpoint) => {
    if (action === 'switch' && !endpoint.enabled) enabling.mutate({ id: endpoint.id, enabled: true })
    else setOpened({ action, endpoint })
  }
  return (
    <>
      {content.length === 0 ? (
        <Empty title="No endpoints yet" action={add}>
          Add the URL of your server. We notify it of payments, subscriptions and disputes.
        </Empty>
      ) : (
        <Card title="Endpoints" action={content.length < webhookLimits.endpoints && add}>
          <ul aria-label="Endpoints" className="divide-y divide-line">
            {content.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} onAction={(action) => act(action, endpoint)} />
            ))}
          </ul>
        </Card>
      )}
      <Suspense>{opened && <Dialog opened={opened} onClose={close} onSecret={setSecret} />}</Suspense>
      {secret && (
        <SecretModal secret={secret} title="Your signing secret" noun="secret" onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}

type DialogProps = { opened: Opened; onClose: () => void; onSecret: (secret: string) => void }

function Dialog({ opened, onClose, onSecret }: DialogProps) {
  switch (opened.action) {
    case 'add':
      return <EndpointModal onClose={onClose} onSecret={onSecret} />
    case 'edit':
      return <EndpointModal endpoint={opened.endpoint} onClose={onClose} onSecret={onSecret} />
    case 'test':
      return <TestEventModal endpoint={opened.endpoint} onClose={onClose} />
    case 'resend':
      return <ResendModal endpoint={opened.endpoint} onClose={onClose} />
    default:
      return (
        <EndpointChangeModal what={opened.action} endpoint={opened.endpoint} onClose={onClose} onSecret={onSecret} />
      )
  }
}
