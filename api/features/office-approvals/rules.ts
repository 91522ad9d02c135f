import {
  type StaffApprovalGroup,
  type StaffSwitchedGroup,
  staffApprovalGroupNames,
  staffApprovalGroups,
  staffApprovalLimits,
} from '@adire/contract/back-office/approval-actions.ts'
import type { NewStaffApprovalRules } from '@adire/contract/back-office/approvals-schemas.ts'
import { type StaffPermission, staffPermissionTexts } from '@adire/contract/staff-permissions.ts'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { changesBetween } from '../audit/audit.ts'
import { isActiveWith } from '../staff/active.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { lockStaffTable } from '../staff/invite.ts'
import { mailStaff } from '../staff/jobs.ts'
import { staff } from '../staff/tables.ts'
import { staffApprovalRules } from './tables.ts'

const noRules: NewStaffApprovalRules = {
  prices: false,
  limits: false,
  payoutTerms: false,
  payouts: false,
  payoutLimitKobo: staffApprovalLimits.payoutLimitKobo,
  risk: false,
  staff: false,
}

export const staffSwitchedGroups = staffApprovalGroups.filter((group): group is StaffSwitchedGroup => group !== 'rules')

/** What somebody needs who approves actions of a group. */
const permissionOfGroup: Record<StaffApprovalGroup, StaffPermission> = {
  prices: 'prices.manage',
  limits: 'merchants.manage',
  payoutTerms: 'settlements.manage',
  payouts: 'settlements.manage',
  risk: 'risk.manage',
  staff: 'staff.manage',
  rules: 'approvals.manage',
}

export async function loadStaffApprovalRules(tx: Tx): Promise<NewStaffApprovalRules> {
  const [row] = await tx.select().from(staffApprovalRules)
  if (!row) return noRules
  const { isOnly: _, updatedAt: _at, ...rules } = row
  return rules
}

/** Whether the rules put a group under approval: the rules themselves as soon as another group is. */
export const isStaffGroupOn = (rules: NewStaffApprovalRules, group: StaffApprovalGroup): boolean =>
  group === 'rules' ? staffSwitchedGroups.some((one) => rules[one]) : rules[group]

const countActive = (tx: Tx, permission: StaffPermission) => tx.$count(staff, isActiveWith(permission))

export async function getStaffApprovalRulesHandler({ tx }: StaffContext) {
  return { ...(await loadStaffApprovalRules(tx)), admins: await countActive(tx, permissionOfGroup.rules) }
}

/** Changes the rules. Once one is on, the change waits for a second person itself (`guardStaffRoute`). */
export async function setStaffApprovalRulesHandler(context: StaffContext, after: NewStaffApprovalRules) {
  const { tx, staff: person, realNow: updatedAt } = context
  await lockStaffTable(tx)
  const before = await loadStaffApprovalRules(tx)
  await requireApprovers(tx, after)
  await tx
    .insert(staffApprovalRules)
    .values({ ...after, updatedAt })
    .onConflictDoUpdate({ target: staffApprovalRules.isOnly, set: { ...after, updatedAt } })
  const changes = changesBetween({ ...before }, { ...after })
  if (changes) {
    await recordStaffEvent(context, { action: 'approval_rules.changed', ...changes })
    const admins = await tx.select({ id: staff.id }).from(staff).where(isActiveWith(permissionOfGroup.rules))
    for (const { id: staffId } of admins)
      await enqueueJob(tx, mailStaff, {
        staffId,
        subject: 'What needs an approval has changed',
        text: `${person.name} changed which actions of the back office need an approval. If nobody should have, deactivate the account and look at the audit log.`,
        action: { label: 'See the rules', path: '/approvals/rules' },
      })
  }
  return getStaffApprovalRulesHandler(context)
}

/** Keeps two people who could approve when roles change: otherwise nothing could be approved any more. */
export const requireStaffApproversLeft = async ({ tx }: StaffContext) =>
  requireApprovers(tx, await loadStaffApprovalRules(tx))

/** @throws 409 approver_needed unless each group under approval has two people who could approve it */
async function requireApprovers(tx: Tx, rules: NewStaffApprovalRules): Promise<void> {
  for (const group of staffApprovalGroups.filter((one) => isStaffGroupOn(rules, one))) {
    const permission = permissionOfGroup[group]
    if ((await countActive(tx, permission)) < 2)
      throw problem.conflict(
        'approver_needed',
        `${staffApprovalGroupNames[group]}: an approval needs two people with the permission to ${staffPermissionTexts[permission]}. Invite somebody, or leave this without approval`,
      )
  }
}
