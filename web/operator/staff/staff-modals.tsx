import {
  changeStaffRole,
  deactivateStaff,
  inviteStaff,
  listStaff,
  reactivateStaff,
  resendStaffInvitation,
  resetStaffSecondFactor,
} from '@adire/contract/back-office/staff.ts'
import { StaffInvitationForm, type StaffMember, StaffRoleForm } from '@adire/contract/back-office/staff-schemas.ts'
import {
  type StaffRole,
  staffPermissionTexts,
  staffRoleNames,
  staffRolePermissions,
  staffRoles,
} from '@adire/contract/staff-permissions.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import type { OpenedAction, StaffAction } from './staff-page.tsx'

type Close = { onClose: () => void }

export function StaffModal({ what, person, onClose }: OpenedAction & Close) {
  if (what === 'invite' || !person) return <InviteModal onClose={onClose} />
  if (what === 'role') return <RoleModal person={person} onClose={onClose} />
  return <ChangeModal what={what} person={person} onClose={onClose} />
}

function InviteModal({ onClose }: Close) {
  const invite = useChange(inviteStaff, {
    refresh: [listStaff],
    quiet: true,
    success: ({ email }) => `${email} was invited by email`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(StaffInvitationForm, {
    start: { email: '', role: 'reviewer' },
    submit: (values) => invite.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="Invite a person" action="Send invitation" onClose={onClose}>
      <Field label="Email" error={form.errorOf('email')}>
        <Input {...form.field('email')} type="email" autoComplete="off" />
      </Field>
      <RoleField field={form.field('role')} role={form.form.watch('role') as StaffRole} />
    </FormModal>
  )
}

function RoleModal({ person, onClose }: { person: StaffMember } & Close) {
  const change = useChange(changeStaffRole, {
    refresh: [listStaff],
    quiet: true,
    success: ({ name, email, role }) => `${name ?? email} has the role ${staffRoleNames[role]} now`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(StaffRoleForm, {
    start: { role: person.role },
    submit: ({ role }) => change.mutateAsync({ id: person.id, role }),
  })
  return (
    <FormModal form={form} title={`Role of ${person.name ?? person.email}`} action="Change role" onClose={onClose}>
      <RoleField field={form.field('role')} role={form.form.watch('role') as StaffRole} />
    </FormModal>
  )
}

function RoleField({ field, role }: { field: UseFormRegisterReturn; role: StaffRole }) {
  return (
    <>
      <Field label="Role">
        <Select {...field} options={staffRoles.map((one) => ({ value: one, label: staffRoleNames[one] }))} />
      </Field>
      <div className="text-sm text-ink-2">
        <p className="mb-1 font-medium">Permission to</p>
        <ul className="list-disc pl-5">
          {staffRolePermissions[role].map((permission) => (
            <li key={permission}>{staffPermissionTexts[permission]}</li>
          ))}
        </ul>
      </div>
    </>
  )
}

const changes = {
  deactivate: {
    endpoint: deactivateStaff,
    title: (name: string) => `Deactivate ${name}?`,
    action: 'Deactivate',
    success: (name: string) => `${name} was deactivated`,
    text: 'Every session of this person ends at once. What the person did stays in the audit log.',
  },
  'take-back': {
    endpoint: deactivateStaff,
    title: (name: string) => `Take back the invitation of ${name}?`,
    action: 'Take back invitation',
    success: (name: string) => `The invitation of ${name} was taken back`,
    text: 'The link of the email stops working.',
  },
  restore: {
    endpoint: reactivateStaff,
    title: (name: string) => `Reactivate ${name}?`,
    action: 'Reactivate',
    success: (name: string) => `${name} was reactivated. Send the invitation again.`,
    text: 'The link of the earlier email does not work. Send the invitation again afterwards.',
  },
  reactivate: {
    endpoint: reactivateStaff,
    title: (name: string) => `Reactivate ${name}?`,
    action: 'Reactivate',
    success: (name: string) => `${name} can sign in again`,
    text: 'The person can sign in again, with the role from before.',
  },
  'second-factor': {
    endpoint: resetStaffSecondFactor,
    title: (name: string) => `Reset the second factor of ${name}?`,
    action: 'Reset second factor',
    success: (name: string) => `${name} sets up a new second factor at the next sign-in`,
    text: 'Make sure by another channel that this person asked for it. Every session ends, and the next sign-in sets up a new authenticator app.',
  },
  resend: {
    endpoint: resendStaffInvitation,
    title: (name: string) => `Send ${name} a new link?`,
    action: 'Send link',
    success: (name: string) => `The link was emailed to ${name}`,
    text: 'The link of the earlier email stops working. If it was sent less than a minute ago, its link stays valid and no other email is sent.',
  },
} as const

const dangerous: readonly StaffAction[] = ['deactivate', 'take-back', 'second-factor']

type ChangeModalProps = { what: keyof typeof changes; person: StaffMember } & Close

function ChangeModal({ what, person, onClose }: ChangeModalProps) {
  const name = person.name ?? person.email
  const { endpoint, title, action, success, text } = changes[what]
  const change = useChange(endpoint, {
    refresh: [listStaff],
    success: success(name),
    onDone: onClose,
    onWaiting: onClose,
  })
  return (
    <ConfirmModal
      open
      title={title(name)}
      action={action}
      tone={dangerous.includes(what) ? 'danger' : 'primary'}
      busy={change.isPending}
      onConfirm={() => change.mutate({ id: person.id })}
      onCancel={onClose}
    >
      {text}
    </ConfirmModal>
  )
}
