import { isDeepStrictEqual } from 'node:util'
import { describeAddOnPrice } from '@adire/contract/add-on-text.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { updateSubscriptionAddOns } from '@adire/contract/subscription-actions.ts'
import type { AddOn } from '@adire/contract/subscription-fields-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { findDebitAccount } from './debit-account.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  lockSubscription,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { requireRenewing } from './pause.ts'
import { calculatePriceKobo, maxNextChargeKobo } from './period-price.ts'
import { subscriptionInvoices } from './tables.ts'

type Input = ParsedInput<typeof updateSubscriptionAddOns>

/**
 * Replaces the add-ons of a subscription. Each period reads them when it opens, so they apply from the next one on. The lock makes two
 * identical requests change them once.
 * @throws 404; 409 subscription_not_active, subscription_charging, above_mandate, add_ons_fix_interval; 422 at `addOns`
 */
export async function updateSubscriptionAddOnsHandler(context: MerchantContext, { id, addOns }: Input) {
  const { tx, merchant, now } = context
  const before = await lockSubscription(tx, { merchantId: merchant.id, id })
  requireRenewing(before, 'changed')
  if (isDeepStrictEqual(before.addOns, addOns)) return retrieveSubscription(context, id)
  const addOnsKobo = addOns.reduce((sum, { amountKobo, quantity }) => sum + amountKobo * quantity, 0)
  await requireAllowed(tx, { ...before, addOns, addOnsKobo })
  const changed = await updateSubscriptionRecord(tx, before, { addOns, addOnsKobo })
  const text = `${await readActorName(context)} changed the add-ons from the next period on: ${describeAddOns(addOns)}`
  await appendSubscriptionEvent(tx, changed, now, 'add_ons_changed', text)
  await recordAuditEvent(context, {
    action: 'subscription.add_ons_changed',
    object: before.code,
    before: { addOns: describeAddOns(before.addOns) },
    after: { addOns: describeAddOns(addOns) },
  })
  await enqueueSubscriptionEmail(context, changed, 'price_changed')
  await emitSubscription(context, changed, 'subscription.updated')
  return retrieveSubscription(context, id)
}

/** Checks the next charge, on the plan and with the quantity that it has by then. */
async function requireAllowed(tx: Tx, subscription: SubscriptionRecord): Promise<void> {
  const { merchantId, planId, nextPlanId, quantity, nextQuantity } = subscription
  const [plan, next] = [
    await findPlanRecord(tx, { merchantId, id: planId }),
    await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId }),
  ]
  if (subscription.addOns.length > 0 && next.interval !== plan.interval)
    throw problem.conflict(
      'add_ons_fix_interval',
      'A change to another billing interval is planned. A subscription with add-ons keeps its interval: cancel that change first.',
    )
  const kobo = maxNextChargeKobo(subscription, calculatePriceKobo(subscription, next, nextQuantity ?? quantity))
  if (kobo > limits.chargeMaximumKobo)
    throw problem.field('addOns', `That is more than ${formatNaira(limits.chargeMaximumKobo)} in one charge`)
  const account = await findDebitAccount(tx, subscription)
  if (account && kobo > account.limitKobo)
    throw problem.conflict(
      'above_mandate',
      `The customer allowed debits of at most ${formatNaira(account.limitKobo)}, and the next one would be ${formatNaira(kobo)}`,
    )
}

const describeAddOns = (addOns: readonly AddOn[]) => addOns.map(describeAddOnPrice).join(', ') || 'none'

/** Price of the add-ons that the present period was charged with: those of the latest invoice. */
export async function findChargedAddOnsKobo(tx: Tx, { merchantId, id, invoices }: SubscriptionRecord): Promise<number> {
  const [latest] = await tx
    .select({ kobo: subscriptionInvoices.addOnsKobo })
    .from(subscriptionInvoices)
    .where(
      and(
        eq(subscriptionInvoices.merchantId, merchantId),
        eq(subscriptionInvoices.subscriptionId, id),
        eq(subscriptionInvoices.number, invoices),
      ),
    )
  return latest?.kobo ?? 0
}
