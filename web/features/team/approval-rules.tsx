import { getApprovalRules, listApprovals, setApprovalRules } from '@adire/contract/approvals.ts'
import { type ApprovalRules, NewApprovalRules } from '@adire/contract/approvals-schemas.ts'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { ApprovalRulesForm } from '../../ui/approval-rules-form.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'

const groups = [
  { name: 'refunds', label: 'Refunds above a limit', hint: 'All refunds of one payment count together.' },
  { name: 'bankAccounts', label: 'Bank accounts', hint: 'New accounts, and where settlements go.' },
  {
    name: 'recipients',
    label: 'Recipients and shares of splits',
    hint: 'New recipients, where they are paid, and how much they get.',
  },
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
  const form = useSchemaForm(NewApprovalRules, {
    start: rules,
    submit: (values) => confirmed(() => change.mutateAsync(values)),
  })
  const limit = form.form.watch('refunds') && (
    <MoneyField form={form.form} name="refundLimitKobo" label="Without approval up to" />
  )
  return (
    <>
      <ApprovalRulesForm
        groups={groups.map((group) => (group.name === 'refunds' ? { ...group, limit } : group))}
        form={form}
        denied={denied}
        isAnyOn={groups.some(({ name }) => rules[name])}
        suggestion={
          approvers < 2
            ? 'Approvals need two members who can approve, such as an owner and an admin. Invite somebody first.'
            : `${approvers} members can approve. We suggest an approval for refunds, bank accounts and roles.`
        }
        note="Another member must approve this change, too."
      />
      {dialog}
    </>
  )
}
