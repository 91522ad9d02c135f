import {
  changeStaffPassword,
  endOtherStaffSessions,
  endStaffSession,
  listStaffSessions,
} from '@adire/contract/back-office/staff.ts'
import { messages } from '@adire/contract/messages.ts'
import { PasswordChange, type Session } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasswordChangeFields } from '../../ui/password-change-fields.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { SessionItem } from '../../ui/session-item.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useCall, useChange } from '../client/api.ts'
import { usePerson } from '../client/person.ts'
import { Passkeys } from './passkeys.tsx'

/** The person's own account: password, passkeys and sessions. */
export function AccountPage() {
  const [isChanging, setChanging] = useState(false)
  const { name, email } = usePerson()
  return (
    <>
      <PageHeader title="Your account" note={`${name}, ${email}`} />
      <SettingsSection title="Password" note="Changing it needs your second factor, and ends other sessions.">
        <div className="card self-start px-5 py-4">
          <Button tone="secondary" onClick={() => setChanging(true)}>
            Change password
          </Button>
        </div>
      </SettingsSection>
      <SettingsSection
        title="Passkeys"
        note="Sign in with a fingerprint, face or PIN instead of password and code. Your authenticator app works as well."
      >
        <Passkeys />
      </SettingsSection>
      <SettingsSection title="Sessions" note="Browsers where you are signed in. End those that you do not know.">
        <Sessions />
      </SettingsSection>
      {isChanging && <PasswordModal email={email} onClose={() => setChanging(false)} />}
    </>
  )
}

function PasswordModal({ email, onClose }: { email: string; onClose: () => void }) {
  const change = useChange(changeStaffPassword, {
    refresh: [listStaffSessions],
    success: messages.passwordUpdated,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(PasswordChange, {
    start: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: (values) => change.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="Change password" action="Change password" onClose={onClose}>
      <PasswordChangeFields email={email} field={form.field} errorOf={form.errorOf} />
    </FormModal>
  )
}

function Sessions() {
  const list = useCall(listStaffSessions, {})
  const endOthers = useChange(endOtherStaffSessions, {
    refresh: [listStaffSessions],
    success: 'Every other session has ended',
  })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => void list.refetch()} />
  if (!list.data) return <DetailSkeleton rows={2} />
  const sessions = list.data.content.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <div className="card self-start">
      <ul aria-label="Sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <OneSession key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="border-t border-line px-5 py-4">
          <Button tone="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            Sign out all others
          </Button>
        </div>
      )}
    </div>
  )
}

function OneSession({ session }: { session: Session }) {
  const end = useChange(endStaffSession, {
    refresh: [listStaffSessions],
    success: `${session.device} is signed out`,
  })
  return <SessionItem session={session} busy={end.isPending} onEnd={() => end.mutate({ id: session.id })} />
}
