import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/webhooks.ts'
import type { DebitRecord, MandateKey } from './move.ts'
import { retrieveMandate, toDebitResponse } from './serialize.ts'

/** Tells the business's servers what happened to a mandate, as it stands now. */
export const emitMandate = (
  context: Context,
  { merchantId, id }: MandateKey,
  type: Extract<WebhookEventType, `mandate.${string}`>,
) => emitWebhookEvent(context, merchantId, type, (of) => retrieveMandate(of, id))

/** The same of a debit. */
export const emitDebit = (context: Context, debit: DebitRecord, type: 'debit.success' | 'debit.failed') =>
  emitWebhookEvent(context, debit.merchantId, type, async () => toDebitResponse(debit))
