import {
  alertOutcomes,
  blockRiskSubject,
  closeRiskAlert,
  getRiskAlert,
  listRiskAlerts,
  listRiskBlocks,
  noteRiskAlert,
  reopenRiskAlert,
} from '@adire/contract/back-office/risk.ts'
import {
  type RiskAlertDetail,
  RiskBlockSubjectForm,
  RiskCloseForm,
  RiskNoteForm,
} from '@adire/contract/back-office/risk-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'
import { BlockTermsFields } from './block-terms-fields.tsx'

export type AlertAction = 'note' | 'block' | 'close' | 'reopen'
type AlertModalProps = { alert: RiskAlertDetail; onClose: () => void }

const refresh = [getRiskAlert, listRiskAlerts]

export function AlertModal({ action, ...props }: AlertModalProps & { action: AlertAction }) {
  if (action === 'block') return <BlockModal {...props} />
  if (action === 'close') return <CloseModal {...props} />
  return <NoteModal action={action} {...props} />
}

const notes = {
  note: { endpoint: noteRiskAlert, title: 'Add a note', label: 'Add note', success: 'The note is added' },
  reopen: {
    endpoint: reopenRiskAlert,
    title: 'Open the alert again',
    label: 'Open again',
    success: 'The alert is open',
  },
} as const

function NoteModal({ action, alert, onClose }: AlertModalProps & { action: keyof typeof notes }) {
  const { endpoint, title, label, success } = notes[action]
  const send = useChange(endpoint, { refresh, quiet: true, success, onDone: onClose })
  const form = useSchemaForm(RiskNoteForm, {
    start: { note: '' },
    submit: ({ note }) => send.mutateAsync({ id: alert.id, note }),
  })
  return (
    <FormModal form={form} title={title} action={label} onClose={onClose}>
      <Field label={action === 'note' ? 'Note' : 'Reason'} error={form.errorOf('note')}>
        <Textarea {...form.field('note')} />
      </Field>
    </FormModal>
  )
}

function CloseModal({ alert, onClose }: AlertModalProps) {
  const close = useChange(closeRiskAlert, { refresh, quiet: true, success: 'The alert is closed', onDone: onClose })
  const form = useSchemaForm(RiskCloseForm, {
    start: { outcome: 'no_risk', note: '' },
    submit: (values) => close.mutateAsync({ id: alert.id, ...values }),
  })
  return (
    <FormModal form={form} title="Close the alert" action="Close alert" onClose={onClose}>
      <Field label="Outcome">
        <Select
          {...form.field('outcome')}
          options={Object.entries(alertOutcomes).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label="What was done" error={form.errorOf('note')}>
        <Textarea {...form.field('note')} />
      </Field>
    </FormModal>
  )
}

function BlockModal({ alert, onClose }: AlertModalProps) {
  const block = useChange(blockRiskSubject, {
    refresh: [...refresh, listRiskBlocks],
    quiet: true,
    success: `${alert.label} is blocked`,
    onDone: onClose,
  })
  const form = useSchemaForm(RiskBlockSubjectForm, {
    start: { reason: '' },
    submit: (values) => block.mutateAsync({ id: alert.id, ...values }),
  })
  return (
    <FormModal form={form} title={`Block ${alert.label}`} action="Block" onClose={onClose}>
      <p className="text-ink-2">
        Payments are stopped before they are sent, at all businesses. The payer reads that the payment was declined for
        security reasons.
      </p>
      <BlockTermsFields form={form} />
    </FormModal>
  )
}
