import type { WebhookEventOf } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveSubscription } from './detail.ts'
import type { SubscriptionKey } from './move.ts'

/** Emits a webhook event with the present state of a subscription. */
export const emitSubscription = (
  context: Context,
  { merchantId, id }: SubscriptionKey,
  type: WebhookEventOf<'subscription'>,
) => emitWebhookEvent(context, merchantId, type, (of) => retrieveSubscription(of, id))
