import { downloadJournal, journalTemplates } from '@adire/contract/reports.ts'
import { JournalPeriod } from '@adire/contract/reports-schemas.ts'
import { useSaving } from '../../domain/save-button.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { Card } from '../../ui/card.tsx'
import { dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { resolveRange } from '../../ui/range.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { JournalAccounts } from './journal-accounts.tsx'

export const templateOptions = Object.entries(journalTemplates).map(([value, label]) => ({ value, label }))

/** Journal of a period as a file that an accounting program imports. Begins with the last month. */
export function JournalForm() {
  const save = useSaving()
  const { from, to } = resolveRange({ period: 'last-month', from: undefined, to: undefined })
  const form = useSchemaForm(JournalPeriod, {
    start: { from, to, template: 'general' },
    submit: async (period) => {
      await save(
        downloadJournal,
        period,
        `journal-${period.template}-${period.from}-${period.to}.csv`,
        'Journal downloaded',
      )
    },
  })
  return (
    <Card title="Journal">
      <p className="mb-4 max-w-prose text-ink-2">
        Double entry, one journal per day: sales, fees, VAT on fees, refunds, disputes, stamp duty and payouts. Debits
        equal credits.
      </p>
      {form.submitError && <ErrorStrip message={form.submitError.message} />}
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <AllowedFields needs={downloadJournal}>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="First day" error={form.errorOf('from')}>
              <DateInput {...form.field('from')} max={dayKey(businessNow())} />
            </Field>
            <Field label="Last day" error={form.errorOf('to')}>
              <DateInput {...form.field('to')} />
            </Field>
            <Field label="For" error={form.errorOf('template')}>
              <Select {...form.field('template')} options={templateOptions} />
            </Field>
          </div>
        </AllowedFields>
        <AllowedButton
          needs={downloadJournal}
          type="submit"
          busy={form.busy}
          disabled={form.blocked}
          className="self-start"
        >
          Download journal
        </AllowedButton>
      </form>
      <JournalAccounts />
    </Card>
  )
}
