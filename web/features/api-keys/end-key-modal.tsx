import type { ApiKey } from '@adire/contract/api-keys-schemas.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'

export interface KeyEnding {
  how: 'roll' | 'revoke'
  apiKey: ApiKey
}

type EndKeyModalProps = { ending: KeyEnding; busy: boolean; onConfirm: () => void; onCancel: () => void }

/** Confirmation of a roll or a revoke, with the effect on the servers that use the key now. */
export function EndKeyModal({ ending: { how, apiKey }, busy, onConfirm, onCancel }: EndKeyModalProps) {
  const isRoll = how === 'roll'
  return (
    <ConfirmModal
      open
      title={isRoll ? `Roll this ${apiKey.kind} key?` : 'Revoke this secret key?'}
      action={isRoll ? 'Roll key' : 'Revoke key'}
      tone={isRoll ? 'primary' : 'danger'}
      onConfirm={onConfirm}
      onCancel={onCancel}
      busy={busy}
    >
      {isRoll
        ? 'You get a new key. The old one works for 24 more hours, so that you can replace it everywhere.'
        : 'It stops working at once. Every call that still uses it fails.'}
      <span className="mt-2 block font-mono text-sm break-all">{apiKey.display}</span>
    </ConfirmModal>
  )
}
