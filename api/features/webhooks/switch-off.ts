import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Actor, recordAuditEvent } from '../audit/audit.ts'
import { failWaitingDeliveries } from './conclude.ts'
import { webhookEndpoints } from './tables.ts'

const reason = 'The password of an owner was reset. Check where this endpoint leads before you switch it on.'

/** Switches off every webhook endpoint of a business, so that its owner checks each one before events go there again. */
export async function switchOffEndpoints(context: Context, merchantId: string, actor: Actor): Promise<void> {
  const off = await context.tx
    .update(webhookEndpoints)
    .set({ enabled: false, disabledReason: reason })
    .where(
      and(
        eq(webhookEndpoints.merchantId, merchantId),
        eq(webhookEndpoints.enabled, true),
        isNull(webhookEndpoints.deletedAt),
      ),
    )
    .returning()
  for (const { id, url } of off) {
    await failWaitingDeliveries(context, merchantId, id)
    await recordAuditEvent(context, { action: 'webhook.disabled', object: url, merchantId, actor })
  }
}
