import { useEffect, useState } from 'react'
import { isTyping, moveRow } from '../../ui/keys.ts'

/** Keyboard shortcuts of the dashboard; `?` lists them. Off while the user types or a modal is open. */
export function useKeys() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'clock' | 'profile'>()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const isPalette = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      const modal = document.querySelector('dialog:modal')
      if (!isPalette && (ctrlKey || metaKey || altKey || isTyping(target))) return
      const act = isPalette ? () => setOpen('palette') : actions[key]
      if (!act || modal) return
      event.preventDefault()
      act()
    }
    const actions: Record<string, () => void> = {
      '?': () => setOpen('shortcuts'),
      '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
      j: () => moveRow(1),
      k: () => moveRow(-1),
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return { open, setOpen, close: () => setOpen(undefined) }
}
