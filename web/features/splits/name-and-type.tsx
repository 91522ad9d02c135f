import type { SplitType } from '@adire/contract/split-shares.ts'
import { useId } from 'react'
import { Field, FieldNote } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { typeNames } from './split-words.ts'

const types = (Object.keys(typeNames) as SplitType[]).map((value) => ({ value, label: typeNames[value] }))

type NameAndTypeProps = {
  name: string
  onName: (name: string) => void
  type: SplitType
  onType: (type: SplitType) => void
  /** Reason why the type cannot be changed. */
  typeLockedFor: string | null
  errors: { name: string | undefined; type: string | undefined }
}

/** Name of a split, and whether its shares are percentages or fixed amounts. */
export function NameAndType({ name, onName, type, onType, typeLockedFor, errors }: NameAndTypeProps) {
  const noteId = useId()
  return (
    <div className="card flex flex-col gap-5 p-5">
      <Field label="Name" error={errors.name} hint="Only your team sees it.">
        <Input value={name} onChange={({ target }) => onName(target.value)} maxLength={60} autoComplete="off" />
      </Field>
      {typeLockedFor ? (
        <p>
          <span className="font-medium">{typeNames[type]}.</span> <span className="text-muted">{typeLockedFor}</span>
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <Segmented label="Shares are" size="md" options={types} value={type} onChange={onType} />
          <FieldNote id={noteId} error={errors.type} />
        </div>
      )}
    </div>
  )
}
