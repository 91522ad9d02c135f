import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { IconButton } from './button.tsx'

/** The sidebar as a drawer from the left, below 1024 px, with the button that opens it. Its content is rendered on first opening. */
export function NavDrawer({ children }: { children: (close: () => void) => ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wasOpened, setOpened] = useState(false)
  /** Browser path when the drawer was opened: a page of an earlier click may render only after the drawer was opened again. */
  const openedAt = useRef('')
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname !== openedAt.current) dialog.current?.close()
  }, [pathname])
  const open = () => {
    openedAt.current = window.location.pathname
    // The dialog moves the focus to its first link, so it must have its content.
    flushSync(() => setOpened(true))
    dialog.current?.showModal()
  }
  const close = () => dialog.current?.close()
  return (
    <>
      <IconButton label="Open menu" className="-ml-1.5 lg:hidden" onClick={open}>
        <Menu strokeWidth={1.75} />
      </IconButton>
      <dialog
        ref={dialog}
        aria-label="Menu"
        onPointerDown={(event) => {
          if (event.target === dialog.current && event.clientX > 288) close()
        }}
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-56px)] animate-slide overflow-visible bg-canvas text-ink shadow-e3"
      >
        {wasOpened && children(close)}
        <IconButton
          label="Close menu"
          className="absolute! top-2 left-full ml-1.5 bg-night! text-white!"
          onClick={close}
        >
          <X strokeWidth={1.75} />
        </IconButton>
      </dialog>
    </>
  )
}
