import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const modes = [
  { value: 'LIVE', label: 'Live Mode' },
  { value: 'TEST', label: 'Test Mode' },
]

/** Mode of the payments that a rule or a block is about. */
export const ModeField = ({ field }: { field: UseFormRegisterReturn }) => (
  <Field label="Mode">
    <Select {...field} options={modes} />
  </Field>
)
