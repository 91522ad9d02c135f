import { disableTwoFactor, getUser, startTwoFactor } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { toast } from '../../ui/toast.ts'
import { SettingLine } from './setting-line.tsx'
import { TwoFactorSetup, type TwoFactorSetupData } from './two-factor-setup.tsx'

export function TwoFactor({ user }: { user: User }) {
  // State is here and not in the button below: enabling it replaces the button while the recovery codes are still shown.
  const [setup, setSetup] = useState<TwoFactorSetupData>()
  return (
    <div className="card self-start p-5">
      {user.twoFactor ? <IsOn user={user} /> : <IsOff user={user} onStarted={setSetup} />}
      {setup && <TwoFactorSetup setup={setup} onClose={() => setSetup(undefined)} />}
    </div>
  )
}

type IsOffProps = { user: User; onStarted: (setup: TwoFactorSetupData | undefined) => void }

function IsOff({ user, onStarted }: IsOffProps) {
  const { confirmed, dialog } = useConfirmation()
  const start = useChange(startTwoFactor, { quiet: true })
  const turnOn = () => confirmed(() => start.mutateAsync({})).then(onStarted, toastError)
  return (
    <>
      <SettingLine
        badge={<Badge tone="neutral">Off</Badge>}
        text={user.passkeys > 0 ? 'After your password, you use a passkey.' : 'You sign in with your password alone.'}
      >
        <Button tone="secondary" busy={start.isPending} onClick={turnOn}>
          Turn on
        </Button>
      </SettingLine>
      {dialog}
    </>
  )
}

function IsOn({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const { confirmed, dialog } = useConfirmation()
  const disable = useChange(disableTwoFactor, {
    refresh: [getUser],
    success: 'Two-factor authentication is off',
    quiet: true,
  })
  const turnOff = () => {
    setAsking(false)
    confirmed(() => disable.mutateAsync({})).catch(toastError)
  }
  return (
    <>
      <SettingLine
        badge={<Badge tone="ok">On</Badge>}
        text="You sign in with your password and a code from your authenticator app."
      >
        <Button tone="secondary" busy={disable.isPending} onClick={() => setAsking(true)}>
          Turn off
        </Button>
      </SettingLine>
      <ConfirmModal
        open={isAsking}
        title="Turn off two-factor authentication?"
        action="Turn off"
        onConfirm={turnOff}
        onCancel={() => setAsking(false)}
      >
        {user.passkeys > 0
          ? 'After your password, you will use a passkey or a recovery code.'
          : 'You will sign in with your password alone. The recovery codes stop working.'}
      </ConfirmModal>
      {dialog}
    </>
  )
}

const toastError = (error: Error) => toast.error(error.message)
