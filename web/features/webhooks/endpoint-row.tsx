import {
  deleteWebhookEndpoint,
  resendFailedWebhooks,
  rollWebhookSecret,
  sendTestWebhook,
  setWebhookEndpointEnabled,
  updateWebhookEndpoint,
} from '@adire/contract/webhooks.ts'
import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import { KeyRound, Pencil, Power, RotateCcw, Trash2 } from 'lucide-react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/counted.ts'
import { formatDateTime } from '../../ui/date.ts'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import type { EndpointAction } from './endpoints.tsx'

type EndpointRowProps = { endpoint: WebhookEndpoint; onAction: (action: EndpointAction) => void }

const stroke = { strokeWidth: 1.75, 'aria-hidden': true } as const

export function EndpointRow({ endpoint, onAction }: EndpointRowProps) {
  const { url, description, events, enabled, disabledReason, secretHint, oldSecretUntil } = endpoint
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-1 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-mono text-sm font-medium break-all">{url}</span>
          {enabled ? <Badge tone="ok">On</Badge> : <Badge tone={disabledReason ? 'bad' : 'neutral'}>Off</Badge>}
        </p>
        {disabledReason && <p className="mt-1 text-sm text-bad">Switched off: {disabledReason}</p>}
        <p className="mt-1 text-sm text-ink-2">
          {[
            description,
            events === null ? 'All events' : formatCount(events.length, 'event', 'events'),
            describeArrivals(endpoint),
          ]
            .filter(Boolean)
            .join(' \u00b7 ')}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          Signed with <span className="font-mono">{secretHint}</span>
          {oldSecretUntil && new Date(oldSecretUntil) > new Date() && (
            <>, and with the previous secret until {formatDateTime(oldSecretUntil)}</>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <AllowedButton
          needs={sendTestWebhook}
          tone="secondary"
          disabled={!enabled}
          onClick={() => onAction('test')}
          aria-label={`Send test event to ${url}`}
        >
          Send test event
        </AllowedButton>
        <MoreMenu of={url}>
          <MenuButton needs={updateWebhookEndpoint} onClick={() => onAction('edit')}>
            <Pencil {...stroke} /> Edit
          </MenuButton>
          <MenuButton needs={rollWebhookSecret} onClick={() => onAction('rotate')}>
            <KeyRound {...stroke} /> Rotate secret
          </MenuButton>
          {enabled && (
            <MenuButton needs={resendFailedWebhooks} onClick={() => onAction('resend')}>
              <RotateCcw {...stroke} /> Resend failed events
            </MenuButton>
          )}
          <MenuButton needs={setWebhookEndpointEnabled} onClick={() => onAction('switch')}>
            <Power {...stroke} /> {enabled ? 'Switch off' : 'Switch on'}
          </MenuButton>
          <MenuLine />
          <MenuButton needs={deleteWebhookEndpoint} className="text-bad!" onClick={() => onAction('delete')}>
            <Trash2 {...stroke} /> Delete
          </MenuButton>
        </MoreMenu>
      </div>
    </li>
  )
}

/** Recent success rate: "98% of the last 50 arrived". */
function describeArrivals({ recent: { ended, delivered } }: WebhookEndpoint): string {
  if (ended === 0) return 'Nothing sent yet'
  if (ended === 1) return delivered === 1 ? 'Last delivery succeeded' : 'Last delivery failed'
  return `${Math.floor((delivered / ended) * 100)}% of the last ${ended} delivered`
}
