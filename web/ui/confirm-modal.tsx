import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

type ConfirmModalProps = {
  open: boolean
  title: string
  children?: ReactNode
  /** Verb on the button: "Delete". */
  action: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  /** Text of the cancel button, if "Cancel" could be taken for the action. */
  dismiss?: string
  /** Defaults to `danger`, as most confirmations are destructive. */
  tone?: 'danger' | 'primary'
}

/** Confirmation dialog. Focus starts on Cancel: a held Enter key must not delete. */
export function ConfirmModal({
  open,
  title,
  children,
  action,
  onConfirm,
  onCancel,
  busy,
  dismiss = 'Cancel',
  tone = 'danger',
}: ConfirmModalProps) {
  const footer = (
    <>
      <Button tone="secondary" onClick={onCancel} data-autofocus>
        {dismiss}
      </Button>
      <Button tone={tone} onClick={onConfirm} busy={busy}>
        {action}
      </Button>
    </>
  )
  return (
    <Modal open={open} title={title} onClose={onCancel} footer={footer}>
      {children && <div className="text-ink-2">{children}</div>}
    </Modal>
  )
}
