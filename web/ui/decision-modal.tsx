import { ApprovalForm, RejectionForm } from '@adire/contract/approvals-schemas.ts'
import { Field } from './field.tsx'
import { FormModal } from './form-modal.tsx'
import { useSchemaForm } from './schema-form.ts'
import { Textarea } from './textarea.tsx'

type DecisionModalProps = {
  kind: 'approve' | 'reject'
  title: string
  submit: (comment: string) => Promise<unknown>
  onClose: () => void
}

/** Approval or rejection with a comment for the requester; a rejection needs one. */
export function DecisionModal({ kind, title, submit, onClose }: DecisionModalProps) {
  const isApproval = kind === 'approve'
  const form = useSchemaForm(isApproval ? ApprovalForm : RejectionForm, {
    start: { comment: '' },
    submit: ({ comment }) => submit(comment),
  })
  return (
    <FormModal
      form={form}
      title={isApproval ? 'Approve this request?' : 'Reject this request?'}
      action={isApproval ? 'Approve' : 'Reject'}
      tone={isApproval ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-ink-2">
        {title}. {!isApproval && 'Nothing changes.'}
      </p>
      <Field
        label={isApproval ? 'Comment' : 'Reason'}
        optional={isApproval}
        error={form.errorOf('comment')}
        hint="The person who asked for it sees it."
      >
        <Textarea {...form.field('comment')} rows={3} maxLength={500} />
      </Field>
    </FormModal>
  )
}
