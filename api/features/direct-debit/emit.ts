import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import type { DebitRecord, MandateKey } from './move.ts'
import { retrieveMandate, toDebitResponse } from './serialize.ts'

/** Emits a webhook event with the present state of a mandate. */
export const emitMandate = (
  context: Context,
  { merchantId, id }: MandateKey,
  type: Extract<WebhookEventType, `mandate.${string}`>,
) => emitWebhookEvent(context, merchantId, type, (of) => retrieveMandate(of, id))

/** Emits a webhook event with the present state of a debit. */
export const emitDebit = (context: Context, debit: DebitRecord, type: 'debit.success' | 'debit.failed') =>
  emitWebhookEvent(context, debit.merchantId, type, async () => toDebitResponse(debit))
