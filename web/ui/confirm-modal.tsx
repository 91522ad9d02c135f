import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

type ConfirmModalProps = {
  open: boolean
  title: string
  children?: ReactNode
  /** The verb: "Delete". */
  action: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  /** The way out, where "Cancel" could be taken for the verb. */
  dismiss?: string
  /** Most confirmations destroy something. */
  tone?: 'danger' | 'primary'
}

/** Focus starts on Cancel: a held Enter key must not delete. */
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
