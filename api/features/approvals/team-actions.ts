import { approvalGroupNames } from '@adire/contract/approval-actions.ts'
import { setApprovalRules } from '@adire/contract/approvals.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { requestGoLive } from '@adire/contract/onboarding.ts'
import { completePermissions } from '@adire/contract/permissions.ts'
import { changeMemberRole, createRole, inviteMember, transferOwnership, updateRole } from '@adire/contract/team.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { users } from '../auth/tables.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { fullName } from '../merchants/member-roles.ts'
import { customRoles } from '../merchants/tables.ts'
import { requestGoLiveHandler } from '../onboarding/go-live.ts'
import { findTestMerchantId } from '../team/business.ts'
import { createRoleHandler, updateRoleHandler } from '../team/custom-roles.ts'
import { inviteMemberHandler } from '../team/invite.ts'
import { changeMemberRoleHandler } from '../team/members.ts'
import { transferOwnershipHandler } from '../team/ownership.ts'
import { findMember, requireGrantable } from '../team/roles.ts'
import { defineAction } from './action.ts'
import { loadApprovalRules, setApprovalRulesHandler, switchedGroups } from './rules.ts'

async function describeMember({ tx, merchant }: MemberContext, userId: string) {
  const member = await findMember(tx, merchant.id, userId)
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!member || !user) throw problem.notFound('member')
  return { name: fullName(user) ?? user.email, role: member.name.name }
}

const readRoleName = async (context: MemberContext, role: Parameters<typeof requireGrantable>[2]) =>
  (await requireGrantable(context, await findTestMerchantId(context), role)).name

const onOff = (isOn: boolean) => (isOn ? 'Needs an approval' : 'Without approval')

export const teamActions = [
  defineAction({
    name: 'inviteMember',
    endpoint: inviteMember,
    handler: { create: inviteMemberHandler },
    preview: async (context, { email, role }) => ({
      title: `Invite ${email} to the team`,
      effects: [describeEffect('Email', email), describeEffect('Role', await readRoleName(context, role))],
    }),
  }),
  defineAction({
    name: 'changeMemberRole',
    endpoint: changeMemberRole,
    handler: changeMemberRoleHandler,
    async preview(context, { userId, role }) {
      const member = await describeMember(context, userId)
      return {
        title: `Change the role of ${member.name}`,
        subjectId: userId,
        effects: [
          describeEffect('Member', member.name),
          ...describeChange('Role', member.role, await readRoleName(context, role)),
        ],
      }
    },
  }),
  defineAction({
    name: 'createRole',
    endpoint: createRole,
    handler: { create: createRoleHandler },
    preview: async (_context, { name, permissions }) => ({
      title: `Create the role ${name}`,
      effects: [describeEffect('Role', name), describeEffect('May do', completePermissions(permissions).join(', '))],
    }),
  }),
  defineAction({
    name: 'updateRole',
    endpoint: updateRole,
    handler: updateRoleHandler,
    async preview({ tx }, { id, name, permissions }) {
      const [role] = await tx.select().from(customRoles).where(eq(customRoles.id, id))
      if (!role) throw problem.notFound('role')
      return {
        title: `Change the role ${role.name}`,
        subjectId: id,
        effects: [
          ...describeChange('Name', role.name, name),
          ...describeChange('May do', role.permissions.join(', '), completePermissions(permissions).join(', ')),
        ],
      }
    },
  }),
  defineAction({
    name: 'transferOwnership',
    endpoint: transferOwnership,
    handler: transferOwnershipHandler,
    async preview(context, { userId }) {
      const { name } = await describeMember(context, userId)
      const before = await describeMember(context, context.user.id)
      return {
        title: `Hand the business over to ${name}`,
        subjectId: userId,
        effects: [
          ...describeChange('Owner', before.name, name),
          ...describeChange(`Role of ${before.name}`, before.role, 'Admin'),
        ],
      }
    },
  }),
  defineAction({
    name: 'requestGoLive',
    endpoint: requestGoLive,
    handler: { create: requestGoLiveHandler },
    preview: async () => ({
      title: 'Ask to go live',
      effects: [describeEffect('Effect', 'We review the business; afterwards it can take real payments')],
    }),
  }),
  defineAction({
    name: 'setApprovalRules',
    endpoint: setApprovalRules,
    handler: { create: setApprovalRulesHandler },
    async preview(context, after) {
      const before = await loadApprovalRules(context)
      return {
        title: 'Change what needs an approval',
        effects: [
          ...switchedGroups.flatMap((group) =>
            describeChange(approvalGroupNames[group], onOff(before[group]), onOff(after[group])),
          ),
          ...describeChange(
            'Limit of refunds',
            formatNaira(before.refundLimitKobo),
            formatNaira(after.refundLimitKobo),
          ),
        ],
      }
    },
  }),
]
