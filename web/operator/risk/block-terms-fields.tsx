import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { Select } from '../../ui/select.tsx'
import { dayChoices } from './day-choices.ts'

type BlockTermsFieldsProps = {
  form: {
    field: (name: 'reason' | 'days', options?: typeof numberChoice) => UseFormRegisterReturn
    errorOf: (name: 'reason') => string | undefined
  }
}

/** Why and for how long something is on the block list. */
export const BlockTermsFields = ({ form }: BlockTermsFieldsProps) => (
  <>
    <Field label="Reason" hint="For the staff only" error={form.errorOf('reason')}>
      <Input {...form.field('reason')} autoComplete="off" maxLength={300} />
    </Field>
    <Field label="For how long">
      <Select {...form.field('days', numberChoice)} placeholder="Until it is removed" options={dayChoices} />
    </Field>
  </>
)
