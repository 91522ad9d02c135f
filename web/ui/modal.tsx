import { X } from 'lucide-react'
import { type FormEventHandler, type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { useDialog } from './use-dialog.ts'

type ModalProps = {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Turns body and footer into one form. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** Verb on the submit button in the footer; without it there is no footer. */
  action?: string
  /** `danger` for an action that takes something away. */
  tone?: 'primary' | 'danger'
  busy?: boolean
  disabled?: boolean
  /** Replaces the default footer with Cancel and the action. */
  footer?: ReactNode
}

/** Native dialog, 480 px wide near the top; a bottom sheet on a phone. Mounted only while open, so its forms start empty.
 * Focus goes to `[data-autofocus]`, else to the first field, and back to the opener on closing. */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null
}

function OpenModal(props: Omit<ModalProps, 'open'>) {
  const { title, onClose, onSubmit, action, tone = 'primary', busy, disabled, footer, children } = props
  const id = useId()
  const { dialog, isWarned, ...handlers } = useModal(onClose)
  const strip = footer ?? (action && <ModalActions {...{ action, tone, busy, disabled, onClose }} />)
  const content = (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 pt-1 pb-6">{children}</div>
      {isWarned && (
        <p role="alert" className="border-t border-line px-6 py-3 text-sm text-ink-2">
          Press Escape again to close. What you typed will be lost.
        </p>
      )}
      {strip && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {strip}
        </div>
      )}
    </>
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      {...handlers}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none animate-sheet flex-col overflow-hidden rounded-t-xl bg-raised text-ink shadow-e3 open:flex sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[80vh] sm:max-w-[480px] sm:animate-rise sm:rounded-xl"
    >
      <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
        <h2 id={id} className="min-w-0 pt-1 pointer-coarse:pt-2 text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose} className="-mr-2">
          <X strokeWidth={1.75} />
        </IconButton>
      </header>
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event) => {
            // React passes events on to the form that the dialog was opened from.
            event.stopPropagation()
            onSubmit(event)
          }}
          className="flex min-h-0 flex-1 flex-col"
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  )
}

type ModalActionsProps = Pick<ModalProps, 'action' | 'tone' | 'busy' | 'disabled' | 'onClose'>

function ModalActions({ action, tone = 'primary', busy, disabled, onClose }: ModalActionsProps) {
  return (
    <>
      <Button tone="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" tone={tone} busy={busy} disabled={disabled}>
        {action}
      </Button>
    </>
  )
}

/** Closes the dialog on Escape and on an outside click. After something was typed, which would be lost, only a second Escape closes it. */
function useModal(close: () => void) {
  const { dialog, onCancel } = useDialog(close)
  const typed = useRef(false)
  const [isWarned, setWarned] = useState(false)
  return {
    dialog,
    isWarned,
    onCancel: (event: SyntheticEvent) => {
      const mayClose = !typed.current || isWarned
      if (mayClose || event.target !== dialog.current) return onCancel(event)
      event.preventDefault()
      setWarned(true)
    },
    onInput: () => {
      typed.current = true
      setWarned(false)
    },
    onPointerDown: (event: React.PointerEvent) => {
      if (event.target === dialog.current && !typed.current && isOutside(event, dialog.current)) close()
    },
  }
}

function isOutside({ clientX, clientY }: React.PointerEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
