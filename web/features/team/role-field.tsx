import { listRoles } from '@adire/contract/team.ts'
import { useCall } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { describeRole } from './describe-role.ts'

type RoleFieldProps = {
  form: {
    form: { watch: (name: 'role') => string; setValue: (name: 'role', role: never, options: object) => void }
    errorOf: (name: 'role') => string | undefined
  }
}

/** Choice of a role that the user may give, and what it is for. */
export function RoleField({ form: { form, errorOf } }: RoleFieldProps) {
  const value = form.watch('role')
  const roles = useCall(listRoles, {})
  const grantable = (roles.data?.content ?? []).filter(({ grantable }) => grantable)
  const chosen = grantable.find(({ id }) => id === value)
  const note = chosen && describeRole(chosen)
  return (
    <Field label="Role" error={errorOf('role') ?? roles.error?.message} hint={note}>
      <Select
        value={value}
        onChange={(event) => form.setValue('role', event.target.value as never, { shouldValidate: true })}
        placeholder={roles.data ? 'Choose a role' : 'Loading…'}
        options={grantable.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}
