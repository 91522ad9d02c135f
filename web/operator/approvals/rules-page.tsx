import { getStaffApprovalRules, setStaffApprovalRules } from '@adire/contract/back-office/approvals.ts'
import { NewStaffApprovalRules, type StaffApprovalRules } from '@adire/contract/back-office/approvals-schemas.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useCall, useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { approvalTabs } from './approval-tabs.ts'

const groups = [
  { name: 'prices', label: 'Prices of a business', hint: 'To set a price, and to end one.' },
  { name: 'limits', label: 'Limits of a business', hint: 'The most in one payment and in one day.' },
  { name: 'payoutTerms', label: 'Reserve and payout terms', hint: 'The reserve, when it is returned, and stamp duty.' },
  { name: 'payouts', label: 'Payouts above a limit', hint: 'To release one that is held, and to send one again.' },
  { name: 'risk', label: 'Risk rules', hint: 'To add, change and delete one.' },
  { name: 'staff', label: 'Staff', hint: 'Invitations, roles, reactivation, and a reset of a second factor.' },
] as const

/** Which actions of the back office need a second person. */
export function ApprovalRulesPage() {
  const rules = useCall(getStaffApprovalRules, {})
  return (
    <>
      <PageHeader title="Approvals" note="What waits for a second person" tabs={approvalTabs} />
      <p className="mb-4 max-w-[680px] text-ink-2">
        These actions wait until another person approves them, whose role includes the action. To stop something never
        waits: freezing a business, holding a payout, deactivating a person.
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
  const { form, field, onSubmit, busy, blocked, submitError } = useSchemaForm(NewStaffApprovalRules, {
    start: rules,
    submit: (values) => change.mutateAsync(values),
  })
  const isAnyOn = groups.some(({ name }) => rules[name])
  const isWaiting = submitError?.code === 'approval_required'
  return (
    <form onSubmit={onSubmit} noValidate className="card max-w-[680px] p-5">
      {!isAnyOn && (
        <p className="mb-4 rounded-md bg-sunken px-4 py-3">
          {admins < 2
            ? 'Approvals need two admins. Invite another one first.'
            : `${admins} admins can approve. We suggest approvals for payouts, payout terms, prices and staff.`}
        </p>
      )}
      {submitError && !isWaiting && <ErrorStrip message={submitError.message} className="mb-4" />}
      <fieldset className="flex flex-col gap-4" disabled={denied !== undefined}>
        <legend className="sr-only">Actions that need an approval</legend>
        {groups.map(({ name, label, hint }) => (
          <div key={name} className="flex flex-col gap-3">
            <Checkbox label={label} hint={hint} {...field(name)} />
            {name === 'payouts' && form.watch('payouts') && (
              <div className="max-w-64 pl-7">
                <MoneyField form={form} name="payoutLimitKobo" label="Without approval up to" />
              </div>
            )}
          </div>
        ))}
      </fieldset>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <AllowedButton type="submit" denied={denied} busy={busy} disabled={blocked}>
          Save approvals
        </AllowedButton>
        {isAnyOn && <p className="text-sm text-muted">Another admin must approve this change, too.</p>}
      </div>
    </form>
  )
}
