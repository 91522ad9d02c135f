import { staffApprovalGroupNames } from '@adire/contract/back-office/approval-actions.ts'
import { setStaffApprovalRules } from '@adire/contract/back-office/approvals.ts'
import {
  changeStaffRole,
  inviteStaff,
  reactivateStaff,
  resetStaffSecondFactor,
} from '@adire/contract/back-office/staff.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { staffRoleNames } from '@adire/contract/staff-permissions.ts'
import type { StaffContext } from '../../context.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { lockStaff } from '../staff/list.ts'
import {
  changeStaffRoleHandler,
  inviteStaffHandler,
  reactivateStaffHandler,
  resetStaffSecondFactorHandler,
} from '../staff/manage.ts'
import { defineStaffAction } from './action.ts'
import {
  loadStaffApprovalRules,
  requireStaffApproversLeft,
  setStaffApprovalRulesHandler,
  staffSwitchedGroups,
} from './rules.ts'

async function describePerson({ tx }: StaffContext, id: string) {
  const { name, email, role } = await lockStaff(tx, { id })
  return { name: name ?? email, email, role: staffRoleNames[role] }
}

const onOff = (isOn: boolean) => (isOn ? 'Needs an approval' : 'Without approval')

export const staffActions = [
  defineStaffAction({
    name: 'inviteStaff',
    endpoint: inviteStaff,
    handler: { create: inviteStaffHandler },
    preview: async (_context, { email, role }) => ({
      title: `Invite ${email} to the back office`,
      effects: [describeEffect('Email', email), describeEffect('Role', staffRoleNames[role])],
    }),
  }),
  defineStaffAction({
    name: 'changeStaffRole',
    endpoint: changeStaffRole,
    handler: changeStaffRoleHandler,
    after: requireStaffApproversLeft,
    async preview(context, { id, role }) {
      const person = await describePerson(context, id)
      return {
        title: `Change the role of ${person.name}`,
        effects: [describeEffect('Person', person.name), ...describeChange('Role', person.role, staffRoleNames[role])],
      }
    },
  }),
  defineStaffAction({
    name: 'reactivateStaff',
    endpoint: reactivateStaff,
    handler: reactivateStaffHandler,
    async preview(context, { id }) {
      const { name, email, role } = await describePerson(context, id)
      return {
        title: `Reactivate ${name}`,
        effects: [
          describeEffect('Email', email),
          describeEffect('Role', role),
          describeEffect('Effect', 'Can sign in again'),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'resetStaffSecondFactor',
    endpoint: resetStaffSecondFactor,
    handler: resetStaffSecondFactorHandler,
    async preview(context, { id }) {
      const { name, email, role } = await describePerson(context, id)
      return {
        title: `Reset the second factor of ${name}`,
        effects: [
          describeEffect('Email', email),
          describeEffect('Role', role),
          describeEffect('Effect', 'The next sign-in with the password sets up a new second factor'),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'setStaffApprovalRules',
    endpoint: setStaffApprovalRules,
    handler: { create: setStaffApprovalRulesHandler },
    async preview({ tx }, after) {
      const before = await loadStaffApprovalRules(tx)
      return {
        title: 'Change what needs an approval',
        effects: [
          ...staffSwitchedGroups.flatMap((group) =>
            describeChange(staffApprovalGroupNames[group], onOff(before[group]), onOff(after[group])),
          ),
          ...describeChange(
            'Limit of payouts',
            formatNaira(before.payoutLimitKobo),
            formatNaira(after.payoutLimitKobo),
          ),
        ],
      }
    },
  }),
]
