import { useEffect, useEffectEvent } from 'react'

/** Whether keys are typed into a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Links that open the rows of a list. */
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main tbody tr > td:first-child a')]

/** Moves the focus to the link of the next or previous row of the list. */
export function moveRow(step: 1 | -1): void {
  const links = rowLinks()
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
}

/** Single keys of a page, by `event.key`. Off while the user types or a modal is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('dialog:modal')) return
    const act = actions[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
