import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import { endMandate } from '../direct-debit/direct-debit.ts'
import { mandates } from '../direct-debit/tables.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { trialFrom } from './begin.ts'
import { emitSubscription } from './emit.ts'
import { end } from './end.ts'
import { mail } from './mails.ts'
import { change, lockSubscription, planOf, type SubscriptionKey, type SubscriptionRecord, tell } from './move.ts'
import type { FailureReason } from './tables.ts'

/** An account that is debited instead of a card: the mandate that allows it, as it is kept. */
export type AccountRecord = typeof mandates.$inferSelect

/** Read, not held: mandates are held after subscriptions, and only by what is theirs. */
export async function accountOf(
  tx: Tx,
  { merchantId, mandateId }: Pick<SubscriptionRecord, 'merchantId' | 'mandateId'>,
): Promise<AccountRecord | undefined> {
  if (!mandateId) return undefined
  const [found] = await tx
    .select()
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchantId), eq(mandates.id, mandateId)))
  return found
}

/** Why an account cannot be debited by so much just now. */
export function obstacleOf(account: AccountRecord, kobo: number): FailureReason | undefined {
  if (account.endedAt) return 'account_lost'
  if (!account.readyToDebit) return 'account_suspended'
  return kobo > account.limitKobo ? 'over_mandate' : undefined
}

/** Its bank takes debits from now on, or never again. Told twice, nothing happens the second time. */
export async function mandateHeard(context: Context, key: SubscriptionKey): Promise<void> {
  const held = await lockSubscription(context.tx, key)
  const account = await accountOf(context.tx, held)
  if (held.endedAt || !account) return
  if (account.endedAt) return loseAccount(context, held, account)
  if (held.status === 'pending' && account.readyToDebit) await beginPending(context, held)
}

async function loseAccount(context: Context, held: SubscriptionRecord, account: AccountRecord): Promise<void> {
  const { tx, now } = context
  if (held.status === 'pending')
    return void (await end(context, held, { status: 'cancelled', endReason: 'mandate_ended' }))
  await change(tx, held, { mandateId: null })
  const text = `The account ending ${account.last4} cannot be debited any more: ${account.reason ?? 'its mandate has ended'}`
  await tell(tx, held, now, 'account_lost', text)
  if (held.status !== 'non_renewing') await mail(context, held, 'account_lost')
}

/** What was agreed on begins, with its trial if it has one; else the first charge is due at once. */
async function beginPending(context: Context, held: SubscriptionRecord): Promise<void> {
  const { tx, now } = context
  const plan = await planOf(tx, held.merchantId, held.planId)
  if (plan.status === 'deleted')
    return void (await end(context, held, { status: 'cancelled', endReason: 'plan_deleted' }))
  const period =
    plan.trialDays > 0
      ? { ...trialFrom(now, plan), amountKobo: held.amountKobo }
      : { anchorAt: now, periodStartsAt: now, periodEndsAt: now }
  const begun = await change(tx, held, { status: 'active', ...period, dueAt: period.periodEndsAt })
  await tell(tx, begun, now, 'started', `The bank takes debits: the subscription to ${plan.name} begins`)
  await mail(context, begun, 'started')
  await emitSubscription(context, begun, 'subscription.created')
  await tellMembers(context, held.merchantId, {
    kind: 'payment',
    title: `A new subscription to ${plan.name}`,
    text: `${held.customerName ?? held.customerEmail} pays from a bank account.`,
    path: `/subscriptions/${held.id}`,
  })
}

/** An account that pays nothing any more need not be open to debits. */
export async function dropAccount(
  { tx }: Context,
  { merchantId, mandateId: id }: SubscriptionRecord,
  reason: string,
): Promise<void> {
  if (id) await enqueue(tx, endMandate, { merchantId, id, reason }, { merchantId })
}
