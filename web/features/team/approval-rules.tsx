import { getApprovalRules, listApprovals, setApprovalRules } from '@adire/contract/approvals.ts'
import { type ApprovalRules, NewApprovalRules } from '@adire/contract/approvals-schemas.ts'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'

const groups = [
  { name: 'refunds', label: 'Refunds above a limit', hint: 'All refunds of one payment count together.' },
  { name: 'bankAccounts', label: 'Bank accounts', hint: 'New accounts, and where settlements go.' },
  { name: 'recipients', label: 'Recipients of splits', hint: 'New recipients, and where they are paid.' },
  { name: 'apiKeys', label: 'API keys', hint: 'New, rotated and changed keys.' },
  { name: 'team', label: 'Roles and invitations', hint: 'Also handing over the business.' },
  { name: 'goLive', label: 'Going live', hint: 'The request for Live Mode.' },
] as const

/** Which actions need a second person. */
export function ApprovalRuleList() {
  const rules = useCall(getApprovalRules, {})
  return (
    <section aria-labelledby="approval-rules">
      <h2 id="approval-rules" className="mb-1 text-lg font-semibold">
        Approvals
      </h2>
      <p className="mb-4 max-w-[680px] text-ink-2">
        These actions wait until another member approves them. An approval needs the permission for approvals, which
        owners, admins and finance have, and the permission of the action itself.
      </p>
      <WaitingApprovals group="rules" />
      {rules.error ? (
        <ErrorStrip message={rules.error.message} onRetry={() => rules.refetch()} />
      ) : rules.data ? (
        <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} />
      ) : (
        <DetailSkeleton rows={6} />
      )}
    </section>
  )
}

function RulesForm({ rules: { approvers, ...rules } }: { rules: ApprovalRules }) {
  const denied = useDenied(setApprovalRules)
  const { confirmed, dialog } = useConfirmation()
  const change = useChange(setApprovalRules, {
    quiet: true,
    refresh: [getApprovalRules, listApprovals],
    success: 'Approvals changed',
  })
  const { form, field, onSubmit, busy, blocked, submitError } = useSchemaForm(NewApprovalRules, {
    start: rules,
    submit: (values) => confirmed(() => change.mutateAsync(values)),
  })
  const isAnyOn = groups.some(({ name }) => rules[name])
  const isWaiting = submitError?.code === 'approval_required'
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="card max-w-[680px] p-5">
        {!isAnyOn && (
          <p className="mb-4 rounded-md bg-sunken px-4 py-3">
            {approvers < 2
              ? 'Approvals need two members who can approve, such as an owner and an admin. Invite somebody first.'
              : `${approvers} members can approve. We suggest an approval for refunds, bank accounts and roles.`}
          </p>
        )}
        {submitError && !isWaiting && <ErrorStrip message={submitError.message} className="mb-4" />}
        <fieldset className="flex flex-col gap-4" disabled={denied !== undefined}>
          <legend className="sr-only">Actions that need an approval</legend>
          {groups.map(({ name, label, hint }) => (
            <div key={name} className="flex flex-col gap-3">
              <Checkbox label={label} hint={hint} {...field(name)} />
              {name === 'refunds' && form.watch('refunds') && (
                <div className="max-w-64 pl-7">
                  <MoneyField form={form} name="refundLimitKobo" label="Without approval up to" />
                </div>
              )}
            </div>
          ))}
        </fieldset>
        <div className="mt-5 flex flex-wrap items-center gap-4">
          <AllowedButton type="submit" denied={denied} busy={busy} disabled={blocked}>
            Save approvals
          </AllowedButton>
          {isAnyOn && <p className="text-sm text-muted">Another member must approve this change, too.</p>}
        </div>
      </form>
      {dialog}
    </>
  )
}
