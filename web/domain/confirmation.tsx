import { CallError } from '@adire/contract/call.ts'
import { startPasskeyConfirmation } from '@adire/contract/passkeys.ts'
import { confirmUser, getUser } from '@adire/contract/users.ts'
import { type ReactNode, useState } from 'react'
import { useCall, useChange } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { ConfirmationDialog, LoadingConfirmation } from '../ui/confirmation-dialog.tsx'

/**
 * Re-authentication for sensitive actions: `confirmed(() => change.mutateAsync(input))` runs the action, asks for a
 * passkey, a code or the password if the server requires it, and runs the action again. Resolves to undefined if the user cancels;
 * nothing was done then. Render `dialog` beside it, outside of any form.
 */
export function useConfirmation() {
  const [resolveConfirmation, setResolveConfirmation] = useState<(isConfirmed: boolean) => void>()

  const requestConfirmation = () =>
    new Promise<boolean>((resolve) => {
      setResolveConfirmation(() => (isConfirmed: boolean) => {
        setResolveConfirmation(undefined)
        resolve(isConfirmed)
      })
    })
  const confirmed = async <T,>(callback: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await callback()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'confirmation_required') throw error
      return (await requestConfirmation()) ? await callback() : undefined
    }
  }
  const dialog: ReactNode = resolveConfirmation && (
    <ConfirmationModal onConfirmed={() => resolveConfirmation(true)} onClose={() => resolveConfirmation(false)} />
  )
  return { confirmed, dialog }
}

function ConfirmationModal({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { userId } = useSession()
  const user = useCall(getUser, { id: userId })
  const start = useChange(startPasskeyConfirmation, { quiet: true })
  const confirm = useChange(confirmUser, { quiet: true })
  if (!user.data) return <LoadingConfirmation read={user} onClose={onClose} />
  const { passkeys, twoFactor } = user.data
  return (
    <ConfirmationDialog
      factors={{ passkeys: passkeys > 0, app: twoFactor }}
      startPasskey={() => start.mutateAsync({})}
      confirm={(given) => confirm.mutateAsync(given)}
      onConfirmed={onConfirmed}
      onClose={onClose}
    />
  )
}
