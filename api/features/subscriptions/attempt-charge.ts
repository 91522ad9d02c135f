import type { Context } from '../../context.ts'
import { findObstacle } from './account.ts'
import { type ChargeSource, startCharge } from './charge.ts'
import { handleDeclinedCharge } from './dunning.ts'
import type { InvoiceRecord, SubscriptionRecord } from './move.ts'
import { findSource } from './source.ts'
import type { FailureReason } from './tables.ts'

/** The payment method of a subscription, or why it cannot be charged. */
export async function findChargeable(
  { tx }: Context,
  subscription: SubscriptionRecord,
  dueKobo: number,
): Promise<{ source: ChargeSource; obstacle?: undefined } | { source?: undefined; obstacle: FailureReason }> {
  const source = await findSource(tx, subscription)
  if (!source) return { obstacle: 'no_card' }
  const obstacle = 'account' in source ? findObstacle(source.account, dueKobo) : undefined
  return obstacle ? { obstacle } : { source }
}

export async function attemptCharge(context: Context, subscription: SubscriptionRecord, invoice: InvoiceRecord) {
  const { source, obstacle } = await findChargeable(context, subscription, invoice.dueKobo)
  if (source) return startCharge(context, subscription, { invoice, source })
  await handleDeclinedCharge(context, subscription, invoice, obstacle)
  return undefined
}
