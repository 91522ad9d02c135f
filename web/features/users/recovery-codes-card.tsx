import { getUser, renewRecoveryCodes } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { RecoveryCodesModal } from '../../ui/recovery-codes.tsx'
import { toast } from '../../ui/toast.ts'
import { SettingLine } from './setting-line.tsx'

/** Warn when this number of recovery codes or fewer is left. */
const few = 3

/** How many recovery codes are left, and the button for new ones. */
export function RecoveryCodesCard({ user: { recoveryCodesLeft } }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const { confirmed, dialog } = useConfirmation()
  const renew = useChange(renewRecoveryCodes, { refresh: [getUser], quiet: true })
  const renewCodes = () => {
    setAsking(false)
    confirmed(() => renew.mutateAsync({})).then(
      (made) => setCodes(made?.recoveryCodes),
      (error: Error) => toast.error(error.message),
    )
  }
  return (
    <div className="card self-start p-5">
      <SettingLine
        badge={<span className="font-medium">{recoveryCodesLeft} of 10 left</span>}
        text="Each code works once."
        warns={recoveryCodesLeft <= few}
      >
        <Button tone="secondary" busy={renew.isPending} onClick={() => setAsking(true)}>
          Create new codes
        </Button>
      </SettingLine>
      <ConfirmModal
        open={isAsking}
        title="Create new recovery codes?"
        action="Create new codes"
        tone="primary"
        onConfirm={renewCodes}
        onCancel={() => setAsking(false)}
      >
        Your current codes stop working at once.
      </ConfirmModal>
      {dialog}
      {codes && <RecoveryCodesModal title="Your recovery codes" codes={codes} onClose={() => setCodes(undefined)} />}
    </div>
  )
}
