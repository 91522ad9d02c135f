import { getKycStatus, submitDirectors } from '@adire/contract/kyc.ts'
import { DirectorsSubmission } from '@adire/contract/kyc-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useChange } from '../../client/api.ts'
import { useKeptSchemaForm } from '../../domain/use-kept-form.ts'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

const roles = [
  { value: 'director', label: 'Director' },
  { value: 'partner', label: 'Partner' },
  { value: 'trustee', label: 'Trustee' },
  { value: 'owner', label: 'Owner' },
]
const maxDirectors = 20
const nobody = { firstName: '', lastName: '', role: '' as 'director' }
const shareChoice = {
  setValueAs: (value: unknown) => (value === '' || value == null ? undefined : Number(value)),
}

/** Form of the directors, one row for each person. */
export function DirectorsForm({ onDone }: { onDone: () => void }) {
  const { form, field, errorOf, onSubmit, busy, blocked, submitError, startAgain } = useDirectorsForm(onDone)
  // Not `useFieldArray`: it would add weight to every page with a form.
  const directors = form.watch('directors')
  const setDirectors = (changed: typeof directors) => {
    form.clearErrors('directors')
    form.setValue('directors', changed, { shouldDirty: true })
  }
  const wrong = errorOf('directors') ?? form.formState.errors.directors?.root?.message
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {(submitError || wrong) && <ErrorStrip message={submitError?.message ?? wrong!} />}
      {startAgain && <KeptNote onStartAgain={startAgain} />}
      <AllowedFields needs={submitDirectors}>
        {directors.map((_, index) => (
          <DirectorRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and the form holds their values
            key={index}
            index={index}
            field={field}
            errorOf={errorOf}
            onRemove={
              directors.length > 1 ? () => setDirectors(directors.filter((_, other) => other !== index)) : undefined
            }
          />
        ))}
        {directors.length < maxDirectors && (
          <Button
            tone="secondary"
            className="self-start"
            icon={<Plus strokeWidth={1.75} />}
            onClick={() => setDirectors([...directors, nobody])}
          >
            Add a person
          </Button>
        )}
      </AllowedFields>
      <SubmitButton needs={submitDirectors} busy={busy} blocked={blocked} />
    </form>
  )
}

function useDirectorsForm(onDone: () => void) {
  const send = useChange(submitDirectors, {
    quiet: true,
    refresh: [getKycStatus],
    success: messages.detailsUpdated,
    onDone,
  })
  return useKeptSchemaForm(DirectorsSubmission, {
    name: 'directors',
    start: { directors: [nobody] },
    submit: send.mutateAsync,
  })
}

interface DirectorRowProps extends Pick<ReturnType<typeof useDirectorsForm>, 'field' | 'errorOf'> {
  index: number
  /** Undefined for the only person, who cannot be removed. */
  onRemove: (() => void) | undefined
}

/** Fields of one person. */
function DirectorRow({ index, field, errorOf, onRemove }: DirectorRowProps) {
  return (
    <fieldset className="rounded-lg border border-line p-4">
      <legend className="sr-only">Person {index + 1}</legend>
      <div className="mb-3 flex items-center justify-between gap-3">
        <span aria-hidden="true" className="font-medium">
          Person {index + 1}
        </span>
        {onRemove && (
          <IconButton label={`Remove person ${index + 1}`} onClick={onRemove} className="-my-2 -mr-2">
            <Trash2 strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errorOf(`directors.${index}.firstName`)}>
          <Input {...field(`directors.${index}.firstName`)} autoComplete="off" maxLength={60} />
        </Field>
        <Field label="Last name" error={errorOf(`directors.${index}.lastName`)}>
          <Input {...field(`directors.${index}.lastName`)} autoComplete="off" maxLength={60} />
        </Field>
        <Field label="Role" error={errorOf(`directors.${index}.role`)}>
          <Select {...field(`directors.${index}.role`)} placeholder="Choose a role" options={roles} />
        </Field>
        <Field label="Share" optional error={errorOf(`directors.${index}.sharePercent`)}>
          <Input
            {...field(`directors.${index}.sharePercent`, shareChoice)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            className="figures"
            after={<span className="pr-2">%</span>}
          />
        </Field>
      </div>
    </fieldset>
  )
}
