import { disableTwoFactor, getUser, renewRecoveryCodes, startTwoFactor } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { toast } from '../../ui/toast.ts'
import { TwoFactorSetup, type TwoFactorSetupData } from './two-factor-setup.tsx'

/** Warn when this number of recovery codes or fewer is left. */
const few = 3

export function TwoFactor({ user }: { user: User }) {
  // State is here and not in the button below: enabling it replaces the button while the recovery codes are still shown.
  const [setup, setSetup] = useState<TwoFactorSetupData>()
  return (
    <div className="card self-start p-5">
      {user.twoFactor ? <IsOn user={user} /> : <IsOff onStarted={setSetup} />}
      {setup && <TwoFactorSetup setup={setup} onClose={() => setSetup(undefined)} />}
    </div>
  )
}

function IsOff({ onStarted }: { onStarted: (setup: TwoFactorSetupData | undefined) => void }) {
  const { confirmed, dialog } = useConfirmation()
  const start = useChange(startTwoFactor, { quiet: true })
  const turnOn = () => confirmed(() => start.mutateAsync({})).then(onStarted, toastError)
  return (
    <>
      <Line badge={<Badge tone="neutral">Off</Badge>} text="You sign in with your password alone.">
        <Button tone="secondary" busy={start.isPending} onClick={turnOn}>
          Turn on
        </Button>
      </Line>
      {dialog}
    </>
  )
}

function IsOn({ user: { recoveryCodesLeft } }: { user: User }) {
  const [pendingAction, setPendingAction] = useState<'off' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { confirmed, dialog } = useConfirmation()
  const disable = useChange(disableTwoFactor, {
    refresh: [getUser],
    success: 'Two-factor authentication is off',
    quiet: true,
  })
  const renew = useChange(renewRecoveryCodes, { refresh: [getUser], quiet: true })
  const closeDialog = () => setPendingAction(undefined)
  const turnOff = () => {
    closeDialog()
    confirmed(() => disable.mutateAsync({})).catch(toastError)
  }
  const renewCodes = () => {
    closeDialog()
    confirmed(() => renew.mutateAsync({})).then((made) => setCodes(made?.recoveryCodes), toastError)
  }
  return (
    <>
      <Line
        badge={<Badge tone="ok">On</Badge>}
        text="You sign in with your password and a code from your authenticator app."
      >
        <Button tone="secondary" busy={disable.isPending} onClick={() => setPendingAction('off')}>
          Turn off
        </Button>
      </Line>
      <div className="mt-5 border-t border-line pt-5">
        <Line
          badge={<h3 className="font-medium">Recovery codes</h3>}
          text={`${recoveryCodesLeft} of 10 left. Each code works once, if you lose your phone.`}
          warns={recoveryCodesLeft <= few}
        >
          <Button tone="secondary" busy={renew.isPending} onClick={() => setPendingAction('renew')}>
            Create new codes
          </Button>
        </Line>
      </div>
      <ConfirmModal
        open={pendingAction === 'off'}
        title="Turn off two-factor authentication?"
        action="Turn off"
        onConfirm={turnOff}
        onCancel={closeDialog}
      >
        You will sign in with your password alone. The recovery codes stop working.
      </ConfirmModal>
      <ConfirmModal
        open={pendingAction === 'renew'}
        title="Create new recovery codes?"
        action="Create new codes"
        tone="primary"
        onConfirm={renewCodes}
        onCancel={closeDialog}
      >
        Your current codes stop working at once.
      </ConfirmModal>
      {dialog}
      {codes && (
        <Modal
          open
          title="Your recovery codes"
          onClose={() => setCodes(undefined)}
          footer={<Button onClick={() => setCodes(undefined)}>Done</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Modal>
      )}
    </>
  )
}

const toastError = (error: Error) => toast.error(error.message)

type LineProps = { badge: ReactNode; text: string; warns?: boolean; children: ReactNode }

function Line({ badge, text, warns, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        {badge}
        <p className={warns ? 'text-warn' : 'text-muted'}>{text}</p>
      </div>
      {children}
    </div>
  )
}
