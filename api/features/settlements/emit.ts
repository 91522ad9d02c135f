import type { WebhookEventOf } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import type { SettlementKey } from './move.ts'
import { getSettlementHandler } from './serialize.ts'

/** Emits a webhook event for a settlement. */
export const emitSettlement = (
  context: Context,
  { merchantId, id }: SettlementKey,
  type: WebhookEventOf<'settlement'>,
) => emitWebhookEvent(context, merchantId, type, (of) => getSettlementHandler(of, { id }))
