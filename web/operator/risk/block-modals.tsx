import {
  addRiskBlock,
  blockKinds,
  getRiskAlert,
  listRiskBlocks,
  removeRiskBlock,
} from '@adire/contract/back-office/risk.ts'
import {
  type RiskBlock,
  RiskBlockForm,
  RiskBlockSubjectForm,
  typedBlockKinds,
} from '@adire/contract/back-office/risk-schemas.ts'
import * as z from 'zod/mini'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { BlockTermsFields } from './block-terms-fields.tsx'
import { ModeField } from './mode-field.tsx'

const RemovalForm = z.pick(RiskBlockSubjectForm, { reason: true })
const refresh = [listRiskBlocks, getRiskAlert]

export function AddBlockModal({ onClose }: { onClose: () => void }) {
  const add = useChange(addRiskBlock, {
    refresh,
    quiet: true,
    success: ({ label }) => `${label} is blocked`,
    onDone: onClose,
  })
  const form = useSchemaForm(RiskBlockForm, {
    start: { kind: 'email', value: '', mode: 'LIVE', reason: '' },
    submit: (values) => add.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="Add to the block list" action="Block" onClose={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Kind">
          <Select
            {...form.field('kind')}
            options={typedBlockKinds.map((value) => ({ value, label: blockKinds[value] }))}
          />
        </Field>
        <ModeField field={form.field('mode')} />
      </div>
      <Field label={blockKinds[form.form.watch('kind')]} error={form.errorOf('value')}>
        <Input {...form.field('value')} autoComplete="off" />
      </Field>
      <BlockTermsFields form={form} />
    </FormModal>
  )
}

export function RemoveBlockModal({ block, onClose }: { block: RiskBlock; onClose: () => void }) {
  const remove = useChange(removeRiskBlock, {
    refresh,
    quiet: true,
    success: `${block.label} can pay again`,
    onDone: onClose,
  })
  const form = useSchemaForm(RemovalForm, {
    start: { reason: '' },
    submit: ({ reason }) => remove.mutateAsync({ id: block.id, reason }),
  })
  return (
    <FormModal form={form} title={`Remove ${block.label} from the block list`} action="Remove" onClose={onClose}>
      <Field label="Reason" hint="For the audit log" error={form.errorOf('reason')}>
        <Input {...form.field('reason')} autoComplete="off" maxLength={300} />
      </Field>
    </FormModal>
  )
}
