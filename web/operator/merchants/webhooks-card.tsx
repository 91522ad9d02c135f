import { Badge } from '../../ui/badge.tsx'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const WebhooksCard = ({ merchant: { webhooks } }: OfMerchant) => (
  <ListCard
    title="Webhooks"
    none="This business has no webhook endpoint."
    lines={webhooks.map(({ url, enabled, disabledReason }) => ({
      key: url,
      title: url,
      note: disabledReason,
      aside: <Badge tone={enabled ? 'ok' : 'bad'}>{enabled ? 'On' : 'Off'}</Badge>,
    }))}
  />
)
