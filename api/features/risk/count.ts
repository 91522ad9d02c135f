import { riskLimits } from '@adire/contract/back-office/risk.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { lt } from 'drizzle-orm'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { loadPolicy, type Rule } from './load-policy.ts'
import { raiseAlert } from './raise-alert.ts'
import { findSubjects, type Subject } from './subjects.ts'
import { riskCounts } from './tables.ts'

/** Whether a rule would be exceeded by one more payment; a rule about declines, whether it is. */
export async function isAboveMaximum(
  context: Context,
  rule: Rule,
  { key }: Subject,
  { id, amountKobo }: PaymentRecord,
): Promise<boolean> {
  const since = new Date(context.realNow.getTime() - rule.windowMinutes * minuteMs)
  if (rule.metric === 'amount')
    return (await sumCounts(context.tx, [rule.id, key, since, id])) + amountKobo > rule.maximum
  const { rows } = await context.tx.$client.query<{ counted: number }>({
    name: 'risk_count',
    text: `select count(*)::int as counted from (
             select from risk_counts where rule_id = $1 and subject = $2 and at > $3 and payment_id <> $4 limit $5) one`,
    values: [rule.id, key, since, id, rule.maximum],
  })
  return rows[0]!.counted >= rule.maximum
}

async function sumCounts(tx: Tx, values: unknown[]): Promise<number> {
  const { rows } = await tx.$client.query<{ total: string }>({
    name: 'risk_sum',
    text: `select coalesce(sum(amount_kobo), 0) as total from risk_counts
           where rule_id = $1 and subject = $2 and at > $3 and payment_id <> $4`,
    values,
  })
  return Number(rows[0]!.total)
}

/** Counts a payment once, also if it is sent again. */
export async function countPayment(
  { tx, realNow }: Context,
  { id: ruleId }: Rule,
  { key: subject }: Subject,
  { id: paymentId, amountKobo }: PaymentRecord,
): Promise<void> {
  await tx.insert(riskCounts).values({ ruleId, subject, paymentId, at: realNow, amountKobo }).onConflictDoNothing()
}

/** Counts a declined payment under the rules about declines. One that was never sent, or not paid in time, is none. */
export async function countDecline(
  context: Context,
  payment: PaymentRecord,
  reason: DeclineReason | 'abandoned',
): Promise<void> {
  if (reason === 'abandoned' || payment.processorReference === null) return
  const charge = { payment, ip: payment.ipAddress }
  const { rules } = await loadPolicy(context, charge)
  const subjects = findSubjects(context, charge)
  for (const rule of rules) {
    const subject = subjects[rule.subject]
    if (rule.metric !== 'declines' || !subject) continue
    const isExceeded = await isAboveMaximum(context, rule, subject, payment)
    await countPayment(context, rule, subject, payment)
    if (isExceeded)
      await raiseAlert(context, payment, {
        kind: 'rule',
        sourceId: rule.id,
        title: rule.name,
        subjectKind: rule.subject,
        subject,
        isStopped: false,
      })
  }
}

/** Deletes one portion of what no rule counts any more. Returns the number of deleted rows. */
export const purgeRiskCounts = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, riskCounts, lt(riskCounts.at, new Date(now.getTime() - riskLimits.windowMinutes * minuteMs)))
