import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import type { Tx } from '../../database/connect.ts'
import type { EndpointRecord } from './secret.ts'

const lastOnes = 100

/** Counts of ended and delivered deliveries among an endpoint's most recent ones. */
export async function loadRecentCounts(tx: Tx, { merchantId, id }: EndpointRecord): Promise<WebhookEndpoint['recent']> {
  const { rows } = await tx.$client.query<WebhookEndpoint['recent']>({
    name: 'webhooks_recent',
    text: `
      select count(*) filter (where state <> 'waiting') as ended, count(*) filter (where state = 'delivered') as delivered
      from (
        select state from webhook_deliveries where merchant_id = $1 and endpoint_id = $2
        order by created_at desc, id desc limit ${lastOnes}
      ) last`,
    values: [merchantId, id],
  })
  return rows[0]!
}

export const toWebhookEndpointResponse = (row: EndpointRecord, recent: WebhookEndpoint['recent']): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  secretHint: row.secretHint,
  oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
  recent,
  createdAt: row.createdAt.toISOString(),
})
