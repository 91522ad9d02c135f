import type { WebhookEventOf } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import type { DebitRecord, MandateKey } from './move.ts'
import { retrieveMandate, toDebitResponse } from './serialize.ts'

/** Emits a webhook event with the present state of a mandate. */
export const emitMandate = (context: Context, { merchantId, id }: MandateKey, type: WebhookEventOf<'mandate'>) =>
  emitWebhookEvent(context, merchantId, type, (of) => retrieveMandate(of, id))

/** Emits a webhook event with the present state of a debit. */
export const emitDebit = (context: Context, debit: DebitRecord, type: WebhookEventOf<'debit'>) =>
  emitWebhookEvent(context, debit.merchantId, type, async () => toDebitResponse(debit))
