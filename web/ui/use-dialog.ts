import { type SyntheticEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Opens a native dialog while mounted. Focus goes to `[data-autofocus]`, else to the first field. */
export function useDialog(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onClosed = useEffectEvent(close)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
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
      // What had the focus before may be gone, as after a change of page.
      const { activeElement, body } = document
      if (activeElement === body || element.contains(activeElement))
        document.querySelector<HTMLElement>('h1[tabindex]')?.focus()
    }
  }, [])
  return {
    dialog,
    /** Escape closes at once: the close event comes a moment later, and would close a dialog that was opened again meanwhile. */
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      close()
    },
  }
}
