import { getUser } from '@adire/contract/users.ts'
import { useCall } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { DeviceList } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Settings of the signed-in user, independent of the business. */
export function UserProfilePanel() {
  const { userId } = useSession()
  const user = useCall(getUser, { id: userId })
  const loading = user.error ? (
    <ErrorStrip message={user.error.message} onRetry={() => user.refetch()} className="self-start" />
  ) : (
    <DetailSkeleton rows={4} />
  )
  return (
    <>
      <SettingsSection title="Your profile" note="Your name and phone number.">
        {user.data ? <ProfileForm user={user.data} /> : loading}
      </SettingsSection>
      <SettingsSection
        title="Passkeys"
        note="Sign in with your fingerprint, face or PIN. A passkey cannot be typed into a false page or stolen with a password."
      >
        {user.data ? <Passkeys user={user.data} /> : loading}
      </SettingsSection>
      <SettingsSection
        title="Two-factor authentication"
        note="A code from an app on your phone, besides the password. A stolen password alone is not enough."
      >
        {user.data ? <TwoFactor user={user.data} /> : loading}
      </SettingsSection>
      {user.data && (user.data.twoFactor || user.data.passkeys > 0) && (
        <SettingsSection
          title="Recovery codes"
          note="They sign you in with your password if you lose your phone or passkey."
        >
          <RecoveryCodesCard user={user.data} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Devices"
        note="Where you are signed in. Sign out devices you don’t recognise or no longer use."
      >
        <DeviceList />
      </SettingsSection>
    </>
  )
}
