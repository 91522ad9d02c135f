import { downloadPeriodStatement } from '@adire/contract/settlements.ts'
import { StatementPeriod } from '@adire/contract/settlements-schemas.ts'
import { useSaving } from '../../domain/save-button.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type Props = { from: string | undefined; to: string | undefined; onClose: () => void }

/** Account statement: the settlements of a period as one PDF. Defaults to the dates of the list, or else the last month. */
export function StatementModal({ from, to, onClose }: Props) {
  const save = useSaving()
  const last = to ?? dayKey(businessNow())
  const form = useSchemaForm(StatementPeriod, {
    start: { from: from ?? addDays(last, -29), to: last },
    submit: async (days) => {
      await save(downloadPeriodStatement, days, `statement-${days.from}-${days.to}.pdf`, 'Statement downloaded')
      onClose()
    },
  })
  return (
    <FormModal form={form} title="Account statement" action="Download PDF" onClose={onClose}>
      <p className="text-ink-2">
        Opening balance, money in and out, what was paid to your bank and the closing balance, with a line for each
        settlement due on these days.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First day" error={form.errorOf('from')}>
          <DateInput {...form.field('from')} />
        </Field>
        <Field label="Last day" error={form.errorOf('to')}>
          <DateInput {...form.field('to')} />
        </Field>
      </div>
    </FormModal>
  )
}
