import { type SyntheticEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from './page-focus.ts'

/** Opens a native dialog while mounted. Focus goes to `[data-autofocus]`, else to the first field. */
export function useDialog(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onClosed = useEffectEvent(close)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // A dialog that opens with its page: the browser has nothing to give the focus back to.
    const hadNoOpener = isFocusLost()
    element.showModal()
    const first = 'input:not([type=hidden]):enabled, select:enabled, textarea:enabled'
    const target = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(first)
    target?.focus({ preventScroll: true })
    // A second Escape closes the dialog even if the page prevents it: keep the state in sync.
    const follow = () => !element.open && onClosed()
    element.addEventListener('close', follow)
    return () => {
      element.removeEventListener('close', follow)
      element.close()
      if (hadNoOpener) document.querySelector<HTMLElement>('h1[tabindex]')?.focus()
    }
  }, [])
  return {
    dialog,
    /** Escape closes at once: the close event comes a moment later, and would close a dialog that was opened again meanwhile. */
    onCancel: (event: SyntheticEvent) => {
      // Also sent by a file input inside, when no file is chosen.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      close()
    },
  }
}
