import { releasePayout, retryPayout } from '@adire/contract/back-office/money.ts'
import { createRiskRule, deleteRiskRule, ruleActions, updateRiskRule } from '@adire/contract/back-office/risk.ts'
import { describeRule } from '@adire/contract/back-office/risk-text.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { describeAccount } from '../bank-accounts/serialize.ts'
import { findBusiness } from '../kyc/review.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { releasePayoutHandler, retryPayoutHandler } from '../office-money/payouts.ts'
import { createRiskRuleHandler, deleteRiskRuleHandler, updateRiskRuleHandler } from '../office-risk/rules.ts'
import { riskRules } from '../risk/tables.ts'
import { findSettlement, type SettlementKey } from '../settlements/move.ts'
import { defineStaffAction, type StaffApprovalPreview } from './action.ts'
import { isAbovePayoutLimit } from './payout-limit.ts'

async function previewPayout(context: StaffContext, key: SettlementKey, verb: string): Promise<StaffApprovalPreview> {
  const { reference, amountKobo, stampDutyKobo, bankId, accountNumber, heldFor } = await findSettlement(context.tx, key)
  const business = await findBusiness(context.tx, key.merchantId)
  return {
    title: `${verb} the payout ${reference} of ${formatNaira(amountKobo)}`,
    merchantId: key.merchantId,
    effects: [
      describeEffect('Business', `${business.businessName} (${business.merchantCode})`),
      describeEffect('Amount', formatNaira(amountKobo)),
      ...(stampDutyKobo > 0 ? [describeEffect('Stamp duty', formatNaira(stampDutyKobo))] : []),
      ...(bankId !== null && accountNumber !== null
        ? [describeEffect('Bank account', describeAccount({ bankId, accountNumber }))]
        : []),
      ...(heldFor ? [describeEffect('Held because', heldFor)] : []),
    ],
  }
}

export const payoutActions = [
  defineStaffAction({
    name: 'releasePayout',
    endpoint: releasePayout,
    handler: { create: releasePayoutHandler },
    isCovered: isAbovePayoutLimit,
    preview: (context, key) => previewPayout(context, key, 'Release'),
  }),
  defineStaffAction({
    name: 'retryPayout',
    endpoint: retryPayout,
    handler: { create: retryPayoutHandler },
    isCovered: isAbovePayoutLimit,
    preview: (context, key) => previewPayout(context, key, 'Send again'),
  }),
]

async function findRule({ tx }: StaffContext, id: string) {
  const [rule] = await tx.select().from(riskRules).where(eq(riskRules.id, id))
  if (!rule) throw problem.notFound('risk rule')
  return rule
}

const onOff = (isEnabled: boolean) => (isEnabled ? 'On' : 'Off')

export const riskActions = [
  defineStaffAction({
    name: 'createRiskRule',
    endpoint: createRiskRule,
    handler: { create: createRiskRuleHandler },
    preview: async (_context, rule) => ({
      title: `Add the risk rule ${rule.name}`,
      effects: [
        describeEffect('Rule', describeRule(rule)),
        describeEffect('Above it', ruleActions[rule.action]),
        describeEffect('For', rule.businessCode ?? 'All businesses'),
        describeEffect('Mode', rule.mode === 'LIVE' ? 'Live' : 'Test'),
        describeEffect('Status', onOff(rule.isEnabled)),
      ],
    }),
  }),
  defineStaffAction({
    name: 'updateRiskRule',
    endpoint: updateRiskRule,
    handler: { create: updateRiskRuleHandler },
    async preview(context, rule) {
      const before = await findRule(context, rule.id)
      return {
        title: `Change the risk rule ${before.name}`,
        effects: [
          ...describeChange('Name', before.name, rule.name),
          ...describeChange('Rule', describeRule(before), describeRule(rule)),
          ...describeChange('Above it', ruleActions[before.action], ruleActions[rule.action]),
          ...describeChange('Status', onOff(before.isEnabled), onOff(rule.isEnabled)),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'deleteRiskRule',
    endpoint: deleteRiskRule,
    handler: { create: deleteRiskRuleHandler },
    async preview(context, { id }) {
      const rule = await findRule(context, id)
      return {
        title: `Delete the risk rule ${rule.name}`,
        effects: [describeEffect('Rule', describeRule(rule)), describeEffect('Above it', ruleActions[rule.action])],
      }
    },
  }),
]
