import { getRetrySettings, latestRetryDay, maxRetries, updateRetrySettings } from '@adire/contract/retry-settings.ts'
import { RetryDays, type RetrySettings } from '@adire/contract/retry-settings-schemas.ts'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { planTabs } from '../../domain/plan-tabs.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, dayKey, formatDay } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FieldNote } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'

/** When failed charges of subscriptions are tried again, and what happens at the end. */
export function RetriesPage() {
  const settings = useCall(getRetrySettings, {})
  return (
    <>
      <PageHeader
        title="Failed charges"
        note="What happens when the charge of a subscription fails for a reason that may pass, such as too little money on the card."
        tabs={planTabs}
      />
      {settings.data ? (
        <SettingsForm key={JSON.stringify(settings.data)} settings={settings.data} />
      ) : settings.error ? (
        <ErrorStrip message={settings.error.message} onRetry={() => settings.refetch()} className="self-start" />
      ) : (
        <DetailSkeleton rows={5} />
      )}
    </>
  )
}

function SettingsForm({ settings }: { settings: RetrySettings }) {
  const denied = useDenied(updateRetrySettings)
  const [typed, setTyped] = useState(settings.retryDays.map(String))
  const [afterFailure, setAfterFailure] = useState(settings.afterFailure)
  const [isChecked, setChecked] = useState(false)
  const update = useChange(updateRetrySettings, { refresh: [getRetrySettings], success: 'The retries are saved' })
  const parsed = RetryDays.safeParse(typed.map((day) => (day === '' ? Number.NaN : Number(day))))
  const error = parsed.success ? undefined : describeError(typed, parsed.error.issues[0]!)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (parsed.success) update.mutate({ retryDays: parsed.data, afterFailure })
  }
  return (
    <form onSubmit={submit} noValidate className="card flex max-w-[680px] flex-col gap-5 p-5">
      <AllowedFields denied={denied}>
        <fieldset className="min-w-0" aria-describedby="retry-note">
          <legend className="mb-2 font-medium">Days after the first failed charge</legend>
          <RetryList typed={typed} onType={setTyped} wrong={isChecked ? error?.wrong : undefined} />
          <div className="mt-2">
            <FieldNote
              id="retry-note"
              error={isChecked ? error?.message : undefined}
              hint="At 09:00 in Lagos, when salaries have arrived."
            />
          </div>
        </fieldset>
        <RadioTiles
          label="When the last retry has failed"
          value={afterFailure}
          onChange={({ target }) => setAfterFailure(target.value as RetrySettings['afterFailure'])}
          tiles={[
            { value: 'cancel', label: 'End the subscription' },
            {
              value: 'attention',
              label: 'Keep it unpaid',
              hint: 'It waits until the customer pays or adds another card.',
            },
          ]}
        />
      </AllowedFields>
      <p className="-mt-3 text-sm text-muted">For new plans. Each plan can say something else.</p>
      {parsed.success && <Schedule days={parsed.data} />}
      <AllowedButton type="submit" size="md" className="self-start" busy={update.isPending} denied={denied}>
        Save changes
      </AllowedButton>
    </form>
  )
}

type RetryListProps = {
  typed: string[]
  onType: (typed: string[]) => void
  /** Index of the retry that has the error. */
  wrong: number | undefined
}

function RetryList({ typed, onType, wrong }: RetryListProps) {
  return (
    <>
      <ol className="flex flex-col gap-2">
        {typed.map((day, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a retry has no id, only its position
          <li key={index} className="flex flex-wrap items-center gap-2">
            <span className="w-[4rem] shrink-0 text-ink-2">Retry {index + 1}</span>
            <div className="w-[7rem]">
              <Input
                value={day}
                onChange={({ target }) => onType(typed.with(index, target.value.replace(/\D/g, '')))}
                aria-label={`Days until retry ${index + 1}`}
                aria-invalid={wrong === index || undefined}
                aria-describedby={wrong === undefined || wrong === index ? 'retry-note' : undefined}
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                className="figures"
                after={<span className="pr-2 text-sm">{day === '1' ? 'day' : 'days'}</span>}
              />
            </div>
            {typed.length > 1 && (
              <Button
                tone="ghost"
                aria-label={`Remove retry ${index + 1}`}
                icon={<X strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => onType(typed.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {typed.length < maxRetries && (
        <Button
          tone="secondary"
          className="mt-3"
          icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onType([...typed, nextDay(typed)])}
        >
          Add a retry
        </Button>
      )}
    </>
  )
}

/** Two days after the last retry, while that is allowed. */
function nextDay(typed: readonly string[]): string {
  const day = Number(typed.at(-1)) + 2
  return day <= latestRetryDay ? String(day) : ''
}

/** The first error, and the index of the retry that has it. */
function describeError(typed: readonly string[], { message, path }: { message: string; path: readonly PropertyKey[] }) {
  const empty = typed.indexOf('')
  if (empty >= 0) return { message: 'Enter the days of each retry, or remove it.', wrong: empty }
  const isEarly = (day: string, index: number) => index > 0 && Number(day) <= Number(typed[index - 1])
  return { message, wrong: path.length > 0 ? Number(path[0]) : typed.findIndex(isEarly) }
}

/** What the schedule means for a charge that fails today. */
function Schedule({ days }: { days: readonly number[] }) {
  const today = dayKey(businessNow())
  const dates = days.map((day) => formatDay(addDays(today, day)))
  const list = [dates.slice(0, -1).join(', '), dates.at(-1)].filter(Boolean).join(' and ')
  return (
    <p className="rounded-md bg-sunken px-4 py-3 text-sm text-ink-2 ring-1 ring-line">
      A charge that fails today is tried again on {list}. A bank account is debited three times at most.
    </p>
  )
}
