import { limits } from '@adire/contract/limits.ts'
import { listSplits } from '@adire/contract/splits.ts'
import { useCall } from '../client/api.ts'
import { AllowedPart } from '../ui/allowed-part.tsx'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type SplitFieldProps = {
  value: string | null | undefined
  onChange: (splitId: string | null) => void
  error: string | undefined
}

/** Select of the split for new payments (optional), for members who may see splits. An archived one remains selectable where it is chosen. */
export const SplitField = (props: SplitFieldProps) => (
  <AllowedPart needs={listSplits}>
    <AllowedField {...props} />
  </AllowedPart>
)

function AllowedField({ value, onChange, error }: SplitFieldProps) {
  const splits = useCall(listSplits, { limit: limits.listMaximum })
  if (splits.error) return <ErrorStrip message={splits.error.message} onRetry={() => splits.refetch()} />
  if (!splits.data) return <Skeleton className="h-10 w-full" />
  const { content } = splits.data
  const isArchived = Boolean(value) && !content.some(({ id }) => id === value)
  return (
    <Field label="Split" optional error={error} hint="Each payment is shared as it arrives.">
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        placeholder="Not shared"
        options={[
          ...content.map(({ id, name }) => ({ value: id, label: name })),
          ...(isArchived ? [{ value: value!, label: 'An archived split' }] : []),
        ]}
      />
    </Field>
  )
}
