import type { createRiskRule, deleteRiskRule, updateRiskRule } from '@adire/contract/back-office/risk.ts'
import { riskLimits } from '@adire/contract/back-office/risk.ts'
import type { RiskRule } from '@adire/contract/back-office/risk-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween } from '../audit/audit.ts'
import { merchants } from '../merchants/tables.ts'
import { riskAlerts, riskCounts, riskRules } from '../risk/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

export const listRiskRulesHandler = async (context: StaffContext) => ({ content: await selectRules(context) })

async function selectRules({ tx }: StaffContext, where?: SQL): Promise<RiskRule[]> {
  const rows = await tx
    .select({
      rule: riskRules,
      business: { id: merchants.id, name: merchants.businessName, code: merchants.merchantCode },
    })
    .from(riskRules)
    .leftJoin(merchants, eq(merchants.id, riskRules.merchantId))
    .where(where)
    .orderBy(asc(riskRules.name), asc(riskRules.id))
    .limit(riskLimits.rules)
  const counts = await tx
    .select({ ruleId: riskAlerts.sourceId, open: count() })
    .from(riskAlerts)
    .where(
      and(
        eq(riskAlerts.status, 'open'),
        inArray(
          riskAlerts.sourceId,
          rows.map(({ rule }) => rule.id),
        ),
      ),
    )
    .groupBy(riskAlerts.sourceId)
  const openAlerts = new Map(counts.map(({ ruleId, open }) => [ruleId, open]))
  return rows.map(({ rule, business }) => ({
    id: rule.id,
    name: rule.name,
    mode: rule.mode,
    subject: rule.subject,
    metric: rule.metric,
    windowMinutes: rule.windowMinutes,
    maximum: rule.maximum,
    action: rule.action,
    isEnabled: rule.isEnabled,
    business,
    openAlerts: openAlerts.get(rule.id) ?? 0,
    createdBy: rule.createdBy,
    updatedAt: rule.updatedAt.toISOString(),
  }))
}

const readRule = async (context: StaffContext, id: string) => (await selectRules(context, eq(riskRules.id, id)))[0]!

/** @throws 409 too_many_rules, 422 for a business that does not exist in the mode, or a card rule about declines */
export async function createRiskRuleHandler(context: StaffContext, input: ParsedInput<typeof createRiskRule>) {
  const { tx, realNow, staff } = context
  const { businessCode, ...fields } = input
  requirePossible(fields)
  // Two rules that are created at the same moment are counted one after the other.
  await lockName(tx, 'risk-rules')
  if ((await tx.$count(riskRules)) >= riskLimits.rules)
    throw problem.conflict('too_many_rules', `There are ${riskLimits.rules} rules already. Delete one first`)
  const merchantId = businessCode === undefined ? null : await findBusiness(context, businessCode, fields.mode)
  const [added] = await tx
    .insert(riskRules)
    .values({ ...fields, merchantId, createdBy: staff.name, createdAt: realNow, updatedAt: realNow })
    .returning()
  await recordStaffEvent(context, {
    action: 'risk_rule.created',
    object: fields.name,
    after: { ...fields, ...(businessCode && { business: businessCode }) },
    ...(merchantId && { merchantId }),
  })
  return readRule(context, added!.id)
}

/** @throws 404 risk_rule_not_found */
export async function updateRiskRuleHandler(context: StaffContext, input: ParsedInput<typeof updateRiskRule>) {
  const { tx, realNow } = context
  const { id, ...fields } = input
  requirePossible(fields)
  const before = await lockRule(context, id)
  const changes = changesBetween(before, fields)
  if (!changes) return readRule(context, id)
  await tx
    .update(riskRules)
    .set({ ...fields, updatedAt: realNow })
    .where(eq(riskRules.id, id))
  // What was counted for other subjects, or in other units, does not count under the changed rule.
  if (before.subject !== fields.subject || before.metric !== fields.metric)
    await tx.delete(riskCounts).where(eq(riskCounts.ruleId, id))
  await recordStaffEvent(context, { action: 'risk_rule.changed', object: fields.name, ...changes })
  return readRule(context, id)
}

/** Deletes a rule and what it has counted; its alerts stay. */
export async function deleteRiskRuleHandler(context: StaffContext, { id }: ParsedInput<typeof deleteRiskRule>) {
  const { name } = await lockRule(context, id)
  await context.tx.delete(riskCounts).where(eq(riskCounts.ruleId, id))
  await context.tx.delete(riskRules).where(eq(riskRules.id, id))
  await recordStaffEvent(context, { action: 'risk_rule.deleted', object: name })
}

async function lockRule({ tx }: StaffContext, id: string) {
  const [rule] = await tx.select().from(riskRules).where(eq(riskRules.id, id)).for('update')
  if (!rule) throw problem.notFound('risk rule')
  return rule
}

/** The number of a card is known before a payment, not after it was declined. */
function requirePossible({ subject, metric }: Pick<RiskRule, 'subject' | 'metric'>) {
  if (subject === 'card' && metric === 'declines')
    throw problem.field('metric', 'Declined cards are limited by the checkout itself. Choose another subject')
}

async function findBusiness({ tx }: StaffContext, code: string, mode: RiskRule['mode']): Promise<string> {
  const [business] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.merchantCode, code), eq(merchants.mode, mode)))
  if (!business) throw problem.field('businessCode', `There is no business ${code} in this mode`)
  return business.id
}
