import { allPermissions } from '@adire/contract/permissions.ts'
import { createRole, updateRole } from '@adire/contract/team.ts'
import { type Role, RoleForm } from '@adire/contract/team-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useOwnPermissions } from '../../client/permissions.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { PermissionGrid } from '../../domain/permission-grid.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { teamData } from './team-change-modal.tsx'

/** A new role, or the change of one for all of its members. */
export function RoleEditor({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const own = useOwnPermissions()
  const { confirmed, dialog } = useConfirmation()
  const done = { quiet: true, refresh: teamData, onDone: onClose, onWaiting: onClose }
  const create = useChange(createRole, { ...done, success: ({ name }) => `The role ${name} is ready` })
  const update = useChange(updateRole, { ...done, success: ({ name }) => `The role ${name} was changed` })
  const form = useSchemaForm(RoleForm, {
    start: { name: role?.name ?? '', permissions: role?.permissions ?? [] },
    submit: (values) =>
      confirmed(() => (role ? update.mutateAsync({ id: role.id, ...values }) : create.mutateAsync(values))),
  })
  return (
    <>
      <FormModal
        form={form}
        title={role ? 'Edit role' : 'New role'}
        action={role ? 'Save role' : 'Create role'}
        onClose={onClose}
      >
        <Field label="Name" error={form.errorOf('name')}>
          <Input {...form.field('name')} autoComplete="off" placeholder="Shop manager" />
        </Field>
        <PermissionGrid
          offered={allPermissions}
          own={own}
          chosen={form.form.watch('permissions')}
          onChange={(permissions) => form.form.setValue('permissions', permissions, { shouldValidate: true })}
          error={form.errorOf('permissions')}
        />
        {role && role.members > 0 && (
          <p className="text-sm text-muted">The change counts at once for everybody with this role.</p>
        )}
      </FormModal>
      {dialog}
    </>
  )
}
