import {
  explainReconciliationItem,
  getReconciliation,
  listReconciliationItems,
} from '@adire/contract/back-office/money.ts'
import { ExplanationForm, type ReconciliationItem } from '@adire/contract/back-office/money-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useChange } from '../client/api.ts'

export function ExplainModal({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const explain = useChange(explainReconciliationItem, {
    refresh: [listReconciliationItems, getReconciliation],
    quiet: true,
    success: 'The discrepancy is explained',
    onDone: onClose,
  })
  const form = useSchemaForm(ExplanationForm, {
    start: { reason: item.explanation ?? '' },
    submit: ({ reason }) => explain.mutateAsync({ number: item.number, reason }),
  })
  return (
    <FormModal form={form} title={`Explain discrepancy ${item.number}`} action="Save explanation" onClose={onClose}>
      <p className="text-ink-2">
        It leaves the list, and later balances include it. Explain only what will never agree, such as a deposit of your
        own.
      </p>
      <Field label="Explanation" error={form.errorOf('reason')}>
        <Input {...form.field('reason')} autoComplete="off" maxLength={500} />
      </Field>
    </FormModal>
  )
}
