import type { Context } from '../../context.ts'
import { lockAttempts } from '../auth/attempts.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { appendPaymentEvent, type PaymentRecord } from '../payments/move.ts'
import { countPayment, isAboveMaximum } from './count.ts'
import { loadPolicy, type Rule } from './load-policy.ts'
import { raiseAlert } from './raise-alert.ts'
import { findSubjects, type RiskyCharge, type Subject } from './subjects.ts'

/**
 * Compares a payment that is about to be sent with the block list and the rules of the provider, in the transaction that holds its
 * row. A payment that they stop fails with the reason `suspected_fraud`, and nothing is sent.
 * @returns the payment: pending, or failed
 */
export async function stopRiskyCharge(context: Context, charge: RiskyCharge): Promise<PaymentRecord> {
  const { payment } = charge
  if (payment.status !== 'pending') return payment
  const { rules, blocks } = await loadPolicy(context, charge)
  const [block] = blocks
  if (block) {
    const title = `Blocked: ${block.label}`
    await raiseAlert(context, payment, {
      kind: 'block',
      sourceId: block.id,
      title,
      subject: { key: block.id, label: block.label },
      isStopped: true,
    })
    return stopCharge(context, payment)
  }
  const isStopped = await applyRules(context, charge, rules)
  return isStopped ? stopCharge(context, payment) : payment
}

/** Counts the payment under each rule that it does not exceed, and raises an alert for the others. True if one of them stops it. */
async function applyRules(context: Context, charge: RiskyCharge, rules: readonly Rule[]): Promise<boolean> {
  const subjects = findSubjects(context, charge)
  const applied = rules.flatMap((rule) => {
    const subject = subjects[rule.subject]
    return subject ? [{ rule, subject }] : []
  })
  if (applied.length === 0) return false
  // Payments of one subject that are sent at the same moment are counted one after the other.
  await lockAttempts(
    context.tx,
    applied.map(({ rule, subject }) => ({ key: `risk:${rule.id}:${subject.key}` })),
  )
  const exceeded: { rule: Rule; subject: Subject }[] = []
  for (const one of applied)
    if (await isAboveMaximum(context, one.rule, one.subject, charge.payment)) exceeded.push(one)
  const isStopped = exceeded.some(({ rule }) => rule.action === 'block')
  for (const { rule, subject } of exceeded)
    await raiseAlert(context, charge.payment, {
      kind: 'rule',
      sourceId: rule.id,
      title: rule.name,
      subjectKind: rule.subject,
      subject,
      isStopped: rule.action === 'block',
    })
  // A stopped payment counts under no rule: it was not sent, and must not prolong the stop.
  if (!isStopped)
    for (const { rule, subject } of applied)
      if (rule.metric !== 'declines') await countPayment(context, rule, subject, charge.payment)
  return isStopped
}

async function stopCharge(context: Context, payment: PaymentRecord): Promise<PaymentRecord> {
  const text = 'Stopped by a security rule before it was sent. Nothing was charged.'
  await appendPaymentEvent(context.tx, payment, context.now, 'risk_stopped', text)
  const { merchantId, id } = payment
  return applyOutcome(context, { merchantId, id }, { kind: 'failed', reason: 'suspected_fraud' })
}
