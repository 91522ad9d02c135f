import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import type { SettlementKey } from './move.ts'
import { getSettlementHandler } from './serialize.ts'

/** Emits a webhook event for a settlement. */
export const emitSettlement = (
  context: Context,
  { merchantId, id }: SettlementKey,
  what: 'created' | 'paid' | 'failed',
) => emitWebhookEvent(context, merchantId, `settlement.${what}`, (of) => getSettlementHandler(of, { id }))
