import {
  type ApprovalGroup,
  approvalActions,
  approvalGroupNames,
  approvalLimits,
  type SwitchedGroup,
} from '@adire/contract/approval-actions.ts'
import type { NewApprovalRules } from '@adire/contract/approvals-schemas.ts'
import type { MemberContext, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { listMemberRecords, type MemberRecord } from '../merchants/member-roles.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { type Business, lockBusiness } from '../team/business.ts'
import { approvalRules } from './tables.ts'

const noRules: NewApprovalRules = {
  refunds: false,
  refundLimitKobo: approvalLimits.refundLimitKobo,
  bankAccounts: false,
  recipients: false,
  apiKeys: false,
  team: false,
  goLive: false,
}

export const switchedGroups: readonly SwitchedGroup[] = [
  'refunds',
  'bankAccounts',
  'recipients',
  'apiKeys',
  'team',
  'goLive',
]

/** The rules of a business, in either mode. */
export async function loadApprovalRules({ tx, merchant }: Pick<MerchantContext, 'tx' | 'merchant'>) {
  const { rows } = await tx.$client.query<NewApprovalRules>({
    name: 'approval_rules',
    text: `select refunds, refund_limit_kobo as "refundLimitKobo", bank_accounts as "bankAccounts", recipients,
                  api_keys as "apiKeys", team, go_live as "goLive"
           from approval_rules rule
           join merchants merchant on rule.merchant_id = coalesce(merchant.test_merchant_id, merchant.id)
           where merchant.id = $1`,
    values: [merchant.id],
  })
  return rows[0] ?? noRules
}

/** Whether the rules put a group under approval: the rules themselves as soon as another group is. */
export const isGroupOn = (rules: NewApprovalRules, group: ApprovalGroup): boolean =>
  group === 'rules' ? switchedGroups.some((one) => rules[one]) : rules[group]

/** What somebody needs who approves actions of a group. */
const permissionsOfGroup = (group: ApprovalGroup) => [
  ...new Set(Object.values(approvalActions).flatMap((one) => (one.group === group ? [one.permission] : []))),
]

export async function getApprovalRulesHandler(context: MemberContext) {
  const members = await listMemberRecords(context.tx, context.merchant.id)
  return { ...(await loadApprovalRules(context)), approvers: members.filter(isApprover).length }
}

const isApprover = ({ permissions }: MemberRecord) => permissions.has('approvals.manage')

/** Changes the rules, in both modes. Once one is on, the change waits for a second person itself (`guardRoute`). */
export async function setApprovalRulesHandler(context: MemberContext, after: NewApprovalRules) {
  const { tx, merchant, realNow: updatedAt } = context
  await requireConfirmation(context)
  const business = await lockBusiness(context)
  const before = await loadApprovalRules(context)
  await requireApprovers(context, business, after)
  await tx
    .insert(approvalRules)
    .values({ merchantId: business.id, ...after, updatedAt })
    .onConflictDoUpdate({ target: approvalRules.merchantId, set: { ...after, updatedAt } })
  const changes = changesBetween({ ...before }, { ...after })
  if (changes) {
    await recordAuditEvent(context, { action: 'approval_rules.updated', ...changes })
    await sendNotification(context, merchant.id, {
      kind: 'security',
      title: 'What needs an approval has changed',
      text: `${await readActorName(context)} changed it. If no one at your business did this, change your password and contact us.`,
      path: '/settings/team',
    })
  }
  return getApprovalRulesHandler(context)
}

/** Keeps two members who could approve, when members leave or get other roles: otherwise nothing could be approved any more. */
export const requireApproversLeft = async (context: MemberContext) =>
  requireApprovers(context, await lockBusiness(context), await loadApprovalRules(context))

/** @throws 409 approver_needed unless each action under approval has two members who could approve it */
async function requireApprovers(
  { tx }: MemberContext,
  { merchantIds }: Business,
  rules: NewApprovalRules,
): Promise<void> {
  const teams = await Promise.all(merchantIds.map((id) => listMemberRecords(tx, id)))
  for (const group of switchedGroups.filter((one) => rules[one]))
    for (const permission of permissionsOfGroup(group))
      if (teams.some((team) => team.filter((one) => isApprover(one) && one.permissions.has(permission)).length < 2))
        throw problem.conflict(
          'approver_needed',
          `${approvalGroupNames[group]}: an approval needs two members with the permissions approvals.manage and ${permission}. Give somebody such a role, such as Admin, or leave this action without approval`,
        )
}

/**
 * While bank accounts are under approval, only the account that settlements go to already can be submitted for review.
 * @throws 409 account_needs_approval
 */
export async function requireApprovedAccount(context: MemberContext, isPrimary: boolean): Promise<void> {
  if (isPrimary || !(await loadApprovalRules(context)).bankAccounts) return
  throw problem.conflict(
    'account_needs_approval',
    'Another person must approve this account first. Add it under Bank accounts, make it your primary account, and submit it when it is approved',
  )
}
