import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandler } from '../../handlers.ts'
import { findPlanRecord, type SubscriptionRecord } from './move.ts'

interface SignUp {
  merchantId: string
  planId: string
  /** Link that is preferred if it is still published. */
  paymentLinkId: string | null
}

/** A published page on which payers subscribe to a plan. */
export const signUpPage =
  defineHandler<(tx: Tx, signUp: SignUp, config: Pick<ApiConfig, 'publicUrl'>) => Promise<string | null>>('signUpPage')

/** Page on which the payer of an ended subscription can subscribe again. Null while the plan takes no new subscriptions. */
export async function findSignUpUrl(tx: Tx, subscription: SubscriptionRecord, config: Pick<ApiConfig, 'publicUrl'>) {
  const { merchantId, planId, paymentLinkId } = subscription
  const plan = await findPlanRecord(tx, { merchantId, id: planId })
  return plan.status === 'active' ? signUpPage.get()(tx, { merchantId, planId, paymentLinkId }, config) : null
}
