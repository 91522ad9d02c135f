import { promotionLimits } from '@adire/contract/promotion.ts'
import { and, desc, isNull } from 'drizzle-orm'
import { webhookUrlError } from '../../connectors/webhook-post.ts'
import type { Tx } from '../../database/connect.ts'
import {
  createWebhookEndpointHandler,
  setWebhookEndpointEnabledHandler,
  updateWebhookEndpointHandler,
} from '../webhooks/endpoints.ts'
import { webhookEndpoints } from '../webhooks/tables.ts'
import type { Promotable, Promotion, Selection } from './promotable.ts'
import { isSelected } from './selected.ts'
import { yesOrNo } from './shown.ts'

interface PromotableEndpoint extends Promotable {
  content: Pick<typeof webhookEndpoints.$inferSelect, 'url' | 'description' | 'events' | 'enabled'>
}

async function loadEndpoints(tx: Tx, merchantId: string, selection: Selection = {}): Promise<PromotableEndpoint[]> {
  const rows = await tx
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        isSelected(webhookEndpoints, webhookEndpoints.url, merchantId, selection),
        isNull(webhookEndpoints.deletedAt),
      ),
    )
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
    .limit(promotionLimits.compared + 1)
  return rows.map(({ id, url, description, events, enabled }) => ({
    id,
    name: url,
    key: url,
    content: { url, description, events, enabled },
    shown: {
      URL: url,
      Description: description || null,
      Events: events === null ? 'Every event' : [...events].sort().join(', '),
      'Switched on': yesOrNo(enabled),
    },
  }))
}

/** An endpoint gets a secret of its own in Live Mode. */
export const webhookPromotion: Promotion<PromotableEndpoint> = {
  kind: 'webhook_endpoint',
  load: loadEndpoints,
  findObstacle: (_, { content: { url } }) => webhookUrlError(new URL(url), false),
  async add(context, { content: { enabled, ...values } }) {
    const { endpoint, secret } = await createWebhookEndpointHandler(context, values)
    await setWebhookEndpointEnabledHandler(context, { id: endpoint.id, enabled })
    return { id: endpoint.id, secret }
  },
  async update(context, { content: { enabled, ...values } }, { id }) {
    await updateWebhookEndpointHandler(context, { id, ...values })
    await setWebhookEndpointEnabledHandler(context, { id, enabled })
    return { id }
  },
}
