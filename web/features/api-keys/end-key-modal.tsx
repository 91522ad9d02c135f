import type { ApiKey } from '@adire/contract/api-keys-schemas.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'

export interface KeyEnding {
  how: 'rotate' | 'revoke'
  apiKey: ApiKey
}

type EndKeyModalProps = { ending: KeyEnding; busy: boolean; onConfirm: () => void; onCancel: () => void }

/** Confirmation of a rotation or a revocation, with the effect on the servers that use the key now. */
export function EndKeyModal({ ending: { how, apiKey }, busy, onConfirm, onCancel }: EndKeyModalProps) {
  const isRotation = how === 'rotate'
  return (
    <ConfirmModal
      open
      title={isRotation ? `Rotate this ${apiKey.kind} key?` : 'Revoke this secret key?'}
      action={isRotation ? 'Rotate key' : 'Revoke key'}
      tone={isRotation ? 'primary' : 'danger'}
      onConfirm={onConfirm}
      onCancel={onCancel}
      busy={busy}
    >
      {isRotation
        ? 'You get a new key. The old one works for 24 more hours, so that you can replace it everywhere.'
        : 'It stops working at once. Every call that still uses it fails.'}
      <span className="mt-2 block font-mono text-sm break-all">{apiKey.display}</span>
    </ConfirmModal>
  )
}
