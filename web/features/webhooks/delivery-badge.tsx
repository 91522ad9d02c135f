import type { WebhookDeliveryRow, WebhookDeliveryState } from '@adire/contract/webhooks-schemas.ts'
import { Badge } from '../../ui/badge.tsx'

export const stateNames: Record<WebhookDeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const tones = { waiting: 'warn', delivered: 'ok', failed: 'bad' } as const

/** State of a delivery; a failed one that will be retried has its own label. */
export function DeliveryBadge({ delivery: { state, attempts } }: { delivery: WebhookDeliveryRow }) {
  return <Badge tone={tones[state]}>{state === 'waiting' && attempts > 0 ? 'Retrying' : stateNames[state]}</Badge>
}
