import { dayMs } from '@adire/contract/durations.ts'
import { listWebhookDeliveries, listWebhookEndpoints, resendFailedWebhooks } from '@adire/contract/webhooks.ts'
import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { formatCount } from '../../ui/counted.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fromLagos, toLagos } from '../../ui/lagos-time.ts'
import { Modal } from '../../ui/modal.tsx'

/** Resends failed deliveries of a time range, for example after an outage of the merchant's server. */
export function ResendModal({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [from, setFrom] = useState(() => toLagos(new Date(Date.now() - dayMs).toISOString()))
  const [to, setTo] = useState(() => toLagos(new Date(Date.now() + 60_000).toISOString()))
  const resend = useChange(resendFailedWebhooks, {
    quiet: true,
    refresh: [listWebhookDeliveries, listWebhookEndpoints],
    success: ({ resent, left }) =>
      resent === 0
        ? 'No failed deliveries in that time'
        : `${formatCount(resent, 'event is', 'events are')} sent again${left ? '; there are more' : ''}`,
    onDone: onClose,
  })
  const [first, last] = [fromLagos(from), fromLagos(to)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (first && last) resend.mutate({ id: endpoint.id, from: first, to: last })
  }
  return (
    <Modal
      open
      title="Resend failed events"
      action="Resend"
      onClose={onClose}
      onSubmit={submit}
      busy={resend.isPending}
      disabled={!first || !last}
    >
      {resend.error && <ErrorStrip message={resend.error.message} />}
      <p className="text-ink-2">
        All events for <span className="font-mono text-sm break-all">{endpoint.url}</span> that failed in this time,
        oldest first. Your server can recognise events it already has by their ids.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" hint="Lagos time">
          <Input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label="To">
          <Input type="datetime-local" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
    </Modal>
  )
}
