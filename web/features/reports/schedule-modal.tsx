import {
  createReportSchedule,
  listReportRecipients,
  listReportRuns,
  listReportSchedules,
  reportFormats,
  reportFrequencies,
  reportNames,
  updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import { NewReportSchedule, type ReportSchedule } from '@adire/contract/report-schedules-schemas.ts'
import { useId } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field, FieldNote } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { templateOptions } from './journal-form.tsx'
import { reportArrivals } from './report-words.ts'

const toOptions = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const refresh = [listReportSchedules, listReportRuns]

/** Schedules a report, or changes a scheduled one. */
export function ScheduleModal({ schedule, onClose }: { schedule: ReportSchedule | undefined; onClose: () => void }) {
  const { userId } = useSession()
  const choices = { quiet: true, refresh, onDone: onClose }
  const create = useChange(createReportSchedule, { ...choices, success: 'The report is scheduled' })
  const update = useChange(updateReportSchedule, { ...choices, success: 'The schedule is saved' })
  const form = useSchemaForm(NewReportSchedule, {
    start: {
      report: schedule?.report ?? 'transactions',
      template: schedule?.template ?? 'general',
      format: schedule?.format ?? 'csv',
      frequency: schedule?.frequency ?? 'weekly',
      recipientIds: schedule ? schedule.recipients.map(({ id }) => id) : [userId],
    },
    submit: async (fields) => {
      const given = fields.report === 'journal' ? { ...fields, format: 'csv' as const } : fields
      if (schedule) await update.mutateAsync({ id: schedule.id, ...given })
      else await create.mutateAsync(given)
    },
  })
  const [report, frequency, recipientIds] = form.form.watch(['report', 'frequency', 'recipientIds'])
  return (
    <FormModal
      form={form}
      title={schedule ? 'Edit scheduled report' : 'Schedule report'}
      action={schedule ? 'Save' : 'Schedule report'}
      onClose={onClose}
    >
      <Field label="Report" error={form.errorOf('report')}>
        <Select {...form.field('report')} options={toOptions(reportNames)} />
      </Field>
      {report === 'journal' && (
        <Field label="For" hint="A CSV file that the program imports." error={form.errorOf('template')}>
          <Select {...form.field('template')} options={templateOptions} />
        </Field>
      )}
      <Field label="How often" hint={`${reportArrivals[frequency]}, Lagos time.`} error={form.errorOf('frequency')}>
        <Select {...form.field('frequency')} options={toOptions(reportFrequencies)} />
      </Field>
      {report !== 'journal' && (
        <RadioTiles
          label="Format"
          columns={2}
          {...form.field('format')}
          tiles={toOptions(reportFormats)}
          error={form.errorOf('format')}
        />
      )}
      <Recipients
        chosen={recipientIds}
        onChange={(ids) => form.setField('recipientIds', ids)}
        error={form.errorOf('recipientIds')}
      />
    </FormModal>
  )
}

type RecipientsProps = { chosen: readonly string[]; onChange: (ids: string[]) => void; error?: string | undefined }

function Recipients({ chosen, onChange, error }: RecipientsProps) {
  const id = useId()
  const list = useCall(listReportRecipients, {})
  const toggle = (userId: string) =>
    onChange(chosen.includes(userId) ? chosen.filter((one) => one !== userId) : [...chosen, userId])
  return (
    <fieldset className="flex flex-col gap-2.5" aria-describedby={`${id}-hint ${id}-note`}>
      <legend className="mb-1.5 font-medium">Email to</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Members of this business with a verified email address. The email has a link, and they sign in to download the
        file: it has data of your customers.
      </p>
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <LinesSkeleton lines={1} />
      ) : (
        list.data.content.map(({ id: userId, name, email }) => (
          <Checkbox
            key={userId}
            label={name ?? email}
            hint={name && email}
            className="wrap-anywhere"
            checked={chosen.includes(userId)}
            onChange={() => toggle(userId)}
          />
        ))
      )}
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
