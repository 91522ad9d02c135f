import { type WebhookEventType, webhookEvents, webhookEventTypes } from '@adire/contract/webhook-events.ts'
import { listWebhookDeliveries, listWebhookEndpoints, sendTestWebhook } from '@adire/contract/webhooks.ts'
import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Select } from '../../ui/select.tsx'

const options = webhookEventTypes.map((type) => ({ value: type, label: type }))

/** Sends a test event and opens its delivery. */
export function TestEventModal({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [type, setType] = useState<WebhookEventType>(endpoint.events?.[0] ?? 'charge.success')
  const send = useChange(sendTestWebhook, {
    quiet: true,
    refresh: [listWebhookDeliveries, listWebhookEndpoints],
    success: 'Test event sent',
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ id: endpoint.id, type })
  }
  return (
    <Modal open title="Send test event" action="Send" onClose={onClose} onSubmit={submit} busy={send.isPending}>
      {send.error && <ErrorStrip message={send.error.message} />}
      <p className="text-ink-2">
        It has example data, marked <code className="font-mono text-sm">"test": true</code>. It is signed like any other
        event.
      </p>
      <Field label="Event" hint={webhookEvents[type].text}>
        <Select options={options} value={type} onChange={({ target }) => setType(target.value as WebhookEventType)} />
      </Field>
    </Modal>
  )
}
