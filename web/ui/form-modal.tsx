import type { CallError } from '@adire/contract/call.ts'
import type { FormEventHandler, ReactNode } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { Modal } from './modal.tsx'

type FormModalProps = {
  /** What `useSchemaForm` answers. */
  form: {
    onSubmit: FormEventHandler<HTMLFormElement>
    busy: boolean
    blocked: boolean
    submitError: CallError | undefined
  }
  title: string
  /** The verb that submits. */
  action: string
  onClose: () => void
  children: ReactNode
}

/** An open modal that is one form: what the server refuses as a whole is said above its fields. */
export function FormModal({ form: { onSubmit, busy, blocked, submitError }, children, ...modal }: FormModalProps) {
  return (
    <Modal open {...modal} onSubmit={onSubmit} busy={busy} disabled={blocked}>
      {submitError && <ErrorStrip message={submitError.message} />}
      {children}
    </Modal>
  )
}
