import { messages } from '@adire/contract/messages.ts'
import { localPhone } from '@adire/contract/phone.ts'
import { getUser, updateUser } from '@adire/contract/users.ts'
import { ProfileChanges, type User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { ChangePasswordModal } from './change-password-modal.tsx'

export function ProfileForm({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false)
  const update = useChange(updateUser, {
    refresh: [getUser],
    success: messages.profileUpdated,
    quiet: true,
  })
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(ProfileChanges, {
    start: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', phone: localPhone(user.phone ?? '') },
    submit: (values) => update.mutateAsync({ id: user.id, ...values }),
  })
  return (
    <div className="card">
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5 p-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" error={errorOf('firstName')}>
            <Input {...field('firstName')} autoComplete="given-name" />
          </Field>
          <Field label="Last name" error={errorOf('lastName')}>
            <Input {...field('lastName')} autoComplete="family-name" />
          </Field>
          <Field label="Email" hint="You sign in with it; it cannot be changed here.">
            <Input value={user.email} readOnly autoComplete="username" />
          </Field>
          <Field label="Phone" error={errorOf('phone')}>
            <Input {...field('phone')} type="tel" autoComplete="tel" placeholder="08031234567" className="figures" />
          </Field>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <button
            type="button"
            onClick={() => setChanging(true)}
            className="font-medium text-link hover:underline pointer-coarse:py-3"
          >
            Change Password
          </button>
          <Button type="submit" busy={busy} disabled={blocked}>
            Submit
          </Button>
        </div>
      </form>
      <ChangePasswordModal open={isChanging} email={user.email} onClose={() => setChanging(false)} />
    </div>
  )
}

/** Local form of a phone number: +2348031234567 becomes 08031234567. */
