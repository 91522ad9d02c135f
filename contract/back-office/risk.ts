import type * as schemas from './risk-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

/** Limits of rules, blocks and alerts. A rule looks back 7 days at most, so that what it counts can be deleted after them. */
export const riskLimits = { rules: 100, windowMinutes: 10_080, blocks: 20_000, noteLength: 1_000 }

/** Whose payments a rule counts together: at all businesses, or at the one that the rule is for. */
export const ruleSubjects = {
  payer: 'Payer (email)',
  card: 'Card',
  address: 'Internet address',
  business: 'Business',
} as const
export type RuleSubject = keyof typeof ruleSubjects

/** What a rule counts. Attempts are counted when they are about to be sent to a processor. */
export const ruleMetrics = {
  payments: 'Payment attempts',
  amount: 'Amount of payment attempts',
  declines: 'Declined payments',
} as const
export type RuleMetric = keyof typeof ruleMetrics

/** What happens above the maximum of a rule. */
export const ruleActions = { alert: 'Raise an alert', block: 'Raise an alert and stop the payment' } as const
export type RuleAction = keyof typeof ruleActions

/** What can be blocked. The number of a card is never typed: a card is blocked from an alert about it. */
export const blockKinds = {
  email: 'Email',
  email_domain: 'Email domain',
  phone: 'Phone number',
  address: 'Internet address',
  card: 'Card',
} as const
export type BlockKind = keyof typeof blockKinds

export const alertKinds = { rule: 'Rule', block: 'Block list', card_testing: 'Card testing' } as const
export type AlertKind = keyof typeof alertKinds

/** How an alert was closed. */
export const alertOutcomes = {
  no_risk: 'No risk',
  watched: 'Watched',
  blocked: 'Blocked',
  business_frozen: 'Business frozen',
  reported: 'Reported to the bank or the police',
} as const
export type AlertOutcome = keyof typeof alertOutcomes

const viewing = staffEndpointsFor('risk.view')
export const listRiskAlerts = viewing.get<typeof schemas.listRiskAlerts>('risk/alerts')
export const getRiskAlert = viewing.get<typeof schemas.getRiskAlert>('risk/alerts/:id')
export const listRiskRules = viewing.get<typeof schemas.listRiskRules>('risk/rules')
export const listRiskBlocks = viewing.get<typeof schemas.listRiskBlocks>('risk/blocks')

const managing = staffEndpointsFor('risk.manage')
const ruling = staffEndpointsFor('risk.manage', 'confirmed')
export const noteRiskAlert = managing.create<typeof schemas.noteRiskAlert>('risk/alerts/:id/notes')
export const blockRiskSubject = managing.post<typeof schemas.blockRiskSubject>('risk/alerts/:id/block')
export const closeRiskAlert = managing.post<typeof schemas.closeRiskAlert>('risk/alerts/:id/close')
export const reopenRiskAlert = managing.post<typeof schemas.reopenRiskAlert>('risk/alerts/:id/reopen')
export const createRiskRule = ruling.create<typeof schemas.createRiskRule>('risk/rules')
export const updateRiskRule = ruling.put<typeof schemas.updateRiskRule>('risk/rules/:id')
export const deleteRiskRule = ruling.del<typeof schemas.deleteRiskRule>('risk/rules/:id')
export const addRiskBlock = managing.create<typeof schemas.addRiskBlock>('risk/blocks')
export const removeRiskBlock = managing.post<typeof schemas.removeRiskBlock>('risk/blocks/:id/remove')
