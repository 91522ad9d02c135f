import { getUser } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { ChangePasswordModal } from './change-password-modal.tsx'
import { ChangePasswordButton, ProfileFields, useProfileForm } from './profile-fields.tsx'

const title = 'Edit profile'

/** Profile of the signed-in user, from the menu of the top bar on any page. */
export function ProfileModal({ onClose }: { onClose: () => void }) {
  const { userId } = useSession()
  const user = useCall(getUser, { id: userId })
  if (user.data) return <LoadedModal user={user.data} onClose={onClose} />
  return (
    <Modal open title={title} onClose={onClose}>
      {user.error ? (
        <ErrorStrip message={user.error.message} onRetry={() => user.refetch()} />
      ) : (
        <LinesSkeleton lines={5} />
      )}
    </Modal>
  )
}

/** Change Password takes the place of the profile; what was typed stays in the form. */
function LoadedModal({ user, onClose }: { user: User; onClose: () => void }) {
  const [isChanging, setChanging] = useState(false)
  const form = useProfileForm(user, onClose)
  if (isChanging) return <ChangePasswordModal open email={user.email} onClose={() => setChanging(false)} />
  return (
    <FormModal form={form} title={title} action="Submit" onClose={onClose}>
      <ProfileFields user={user} form={form} isNarrow />
      <div>
        <ChangePasswordButton onClick={() => setChanging(true)} />
      </div>
    </FormModal>
  )
}
