import type { CallError } from '@adire/contract/call.ts'
import type { FormEventHandler, ReactNode } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { Modal } from './modal.tsx'

type FormModalProps = {
  /** Result of `useSchemaForm`. */
  form: {
    onSubmit: FormEventHandler<HTMLFormElement>
    busy: boolean
    blocked: boolean
    submitError: CallError | undefined
  }
  title: string
  /** Verb on the submit button. */
  action: string
  /** `danger` for an action that takes something away. */
  tone?: 'primary' | 'danger'
  onClose: () => void
  children: ReactNode
}

/** Modal with one form; a submit error is shown above the fields. */
export function FormModal({ form: { onSubmit, busy, blocked, submitError }, children, ...modal }: FormModalProps) {
  return (
    <Modal open {...modal} onSubmit={onSubmit} busy={busy} disabled={blocked}>
      {submitError && <ErrorStrip message={submitError.message} />}
      {children}
    </Modal>
  )
}
