import { listRoles } from '@adire/contract/team.ts'
import { useCall } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { roleNotes } from './role-notes.ts'

type RoleFieldProps = { value: string; onChange: (role: string) => void; error: string | undefined }

/** Choice of a role that the user may give, and what it is for. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const roles = useCall(listRoles, {})
  const grantable = (roles.data?.content ?? []).filter(({ grantable }) => grantable)
  const chosen = grantable.find(({ id }) => id === value)
  const note = chosen && (roleNotes[chosen.id] ?? `${chosen.permissions.length} permissions, chosen by your business.`)
  return (
    <Field label="Role" error={error ?? roles.error?.message} hint={note}>
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={roles.data ? 'Choose a role' : 'Loading…'}
        options={grantable.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}
