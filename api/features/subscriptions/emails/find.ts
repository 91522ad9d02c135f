import type { ApiConfig } from '../../../config.ts'
import type { Tx } from '../../../database/connect.ts'
import { findSavedCardIfPresent, type SavedCardRecord } from '../../saved-cards/saved-cards.ts'
import { type AccountRecord, findDebitAccount } from '../debit-account.ts'
import { findInProgressKobo } from '../in-progress.ts'
import {
  findPlanRecord,
  findSubscriptionInvoice,
  type InvoiceRecord,
  ofSubscription,
  type PlanRecord,
  type SubscriptionRecord,
} from '../move.ts'
import { findNextTerms, type NextTerms } from '../next-charge.ts'
import { nextDueKobo } from '../period-price.ts'
import { findSignUpUrl } from '../sign-up-url.ts'
import { subscriptions } from '../tables.ts'

/** A subscription with what its emails name. */
export interface EmailedSubscription {
  subscription: SubscriptionRecord
  plan: PlanRecord
  card: SavedCardRecord | undefined
  account: AccountRecord | undefined
  open: InvoiceRecord | undefined
  /** Terms from the next period on, if a change is planned. */
  next: NextTerms | undefined
  /** Amount of the charge for the next period. */
  nextChargeKobo: number
  /** Amount of a charge that the bank is processing, in kobo. Null if there is none. */
  inProgressKobo: number | null
  /** Page on which to subscribe again, once ended. */
  signUpUrl: string | null
}

export async function findForEmail(
  tx: Tx,
  key: { merchantId: string; id: string },
  config: ApiConfig,
): Promise<EmailedSubscription | undefined> {
  const [subscription] = await tx.select().from(subscriptions).where(ofSubscription(key))
  if (!subscription) return undefined
  const next = await findNextTerms(tx, subscription)
  return {
    subscription,
    plan: await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId }),
    card: await findSavedCardIfPresent(tx, subscription.merchantId, subscription.savedCardId),
    account: await findDebitAccount(tx, subscription),
    open: subscription.openInvoiceId
      ? await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId)
      : undefined,
    next,
    nextChargeKobo: nextDueKobo(next?.subscription ?? subscription),
    inProgressKobo: await findInProgressKobo(tx, subscription),
    signUpUrl: subscription.endedAt && (await findSignUpUrl(tx, subscription, config)),
  }
}
