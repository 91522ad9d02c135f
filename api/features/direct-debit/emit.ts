import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emit } from '../webhooks/webhooks.ts'
import type { DebitRecord, Key } from './move.ts'
import { debitShown, show } from './show.ts'

/** Tells the business's servers what happened to a mandate, as it stands now. */
export const emitMandate = (
  context: Context,
  { merchantId, id }: Key,
  type: Extract<WebhookEventType, `mandate.${string}`>,
) => emit(context, merchantId, type, (of) => show(of, id))

/** The same of a debit. */
export const emitDebit = (context: Context, debit: DebitRecord, type: 'debit.success' | 'debit.failed') =>
  emit(context, debit.merchantId, type, async () => debitShown(debit))
