import type { User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { ChangePasswordModal } from './change-password-modal.tsx'
import { ChangePasswordButton, ProfileFields, useProfileForm } from './profile-fields.tsx'

export function ProfileForm({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false)
  const form = useProfileForm(user)
  const { onSubmit, busy, blocked, submitError } = form
  return (
    <div className="card">
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5 p-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <ProfileFields user={user} form={form} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ChangePasswordButton onClick={() => setChanging(true)} />
          <Button type="submit" busy={busy} disabled={blocked}>
            Submit
          </Button>
        </div>
      </form>
      <ChangePasswordModal open={isChanging} email={user.email} onClose={() => setChanging(false)} />
    </div>
  )
}
