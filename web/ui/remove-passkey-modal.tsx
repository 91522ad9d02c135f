import { ConfirmModal } from './confirm-modal.tsx'

interface RemovePasskeyModalProps {
  name: string
  /** Whether the person has no other second factor. */
  isLast?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Question before a passkey is removed. */
export const RemovePasskeyModal = ({ name, isLast = false, onConfirm, onCancel }: RemovePasskeyModalProps) => (
  <ConfirmModal open title={`Remove “${name}”?`} action="Remove" onConfirm={onConfirm} onCancel={onCancel}>
    {isLast
      ? 'It is your only second factor. You will sign in with your password alone, and your recovery codes stop working.'
      : 'You can no longer sign in with it.'}{' '}
    Delete it from your device or password manager as well.
  </ConfirmModal>
)
