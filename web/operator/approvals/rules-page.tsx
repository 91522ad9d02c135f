import { getStaffApprovalRules, setStaffApprovalRules } from '@adire/contract/back-office/approvals.ts'
import { NewStaffApprovalRules, type StaffApprovalRules } from '@adire/contract/back-office/approvals-schemas.ts'
import { ApprovalRulesForm } from '../../ui/approval-rules-form.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useCall, useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { approvalTabs } from './approval-tabs.ts'

const groups = [
  { name: 'prices', label: 'Prices of a business', hint: 'Setting or ending the price of a business.' },
  { name: 'limits', label: 'Limits of a business', hint: 'Changing the highest amount of one payment, or of one day.' },
  {
    name: 'payoutTerms',
    label: 'Reserve and payout terms',
    hint: 'Changing the reserve, the time of its return, or who bears stamp duty.',
  },
  {
    name: 'payouts',
    label: 'Payouts above a limit',
    hint: 'Releasing a held payout or sending one again. What one person sends within 24 hours is added up.',
  },
  { name: 'risk', label: 'Risk rules', hint: 'Adding, changing or deleting a rule.' },
  {
    name: 'staff',
    label: 'Staff',
    hint: 'Inviting or reactivating a person, changing a role, or resetting a second factor.',
  },
] as const

/** Which actions of the back office need a second person. */
export function ApprovalRulesPage() {
  const rules = useCall(getStaffApprovalRules, {})
  return (
    <>
      <PageHeader title="Approvals" note="Requests that need the approval of a second person" tabs={approvalTabs} />
      <p className="mb-4 max-w-[680px] text-ink-2">
        These actions need the approval of another person whose role includes the action. Actions that stop something
        never wait: freezing a business, holding a payout, deactivating a person.
      </p>
      {rules.error ? (
        <ErrorStrip message={rules.error.message} onRetry={() => void rules.refetch()} />
      ) : rules.data ? (
        <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} />
      ) : (
        <DetailSkeleton rows={6} />
      )}
    </>
  )
}

function RulesForm({ rules: { admins, ...rules } }: { rules: StaffApprovalRules }) {
  const denied = useDenied(setStaffApprovalRules)
  const change = useChange(setStaffApprovalRules, {
    quiet: true,
    refresh: [getStaffApprovalRules],
    success: 'Approvals changed',
  })
  const form = useSchemaForm(NewStaffApprovalRules, {
    start: rules,
    submit: (values) => change.mutateAsync(values),
  })
  const limit = form.form.watch('payouts') && (
    <MoneyField form={form.form} name="payoutLimitKobo" label="Without approval up to" />
  )
  return (
    <ApprovalRulesForm
      groups={groups.map((group) => (group.name === 'payouts' ? { ...group, limit } : group))}
      form={form}
      denied={denied}
      isAnyOn={groups.some(({ name }) => rules[name])}
      suggestion={
        admins < 2
          ? 'Approvals need two admins. Invite another one first.'
          : `${admins} admins can approve. We suggest approvals for payouts, payout terms, prices and staff.`
      }
      note="Another admin must approve this change, too."
    />
  )
}
