import { useEffect } from 'react'
import { isFocusLost } from './page-focus.ts'

/** Pause before the focus is moved, in ms: a screen that moves the focus itself has done so by then. */
const waitMs = 150

const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/** A control that has or had the focus: its ancestors, nearest first, and its name. */
interface Place {
  control: Element
  ancestors: Element[]
  name: string
}

/**
 * Moves the focus when the control that had it is removed or disabled: to the control of the same name in a form that was rendered again,
 * otherwise to the first control nearby. Without this a screen reader says nothing and starts again at the top of the page. Only for users
 * of a keyboard: on a phone, a field that gets the focus opens the screen keyboard.
 */
export function useKeptFocus() {
  useEffect(() => {
    let place: Place | undefined
    let openerPlace: Place | undefined
    let timer: ReturnType<typeof setTimeout>
    const isGone = () => place && (!place.control.isConnected || place.control.matches(':disabled'))
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (target.closest('dialog') && !place?.control.closest('dialog')) openerPlace = place
      place = target.matches(':focus-visible') ? toPlace(target) : undefined
    }
    const forget = () => {
      place = undefined
    }
    const restore = () => {
      if (!place || !isFocusLost()) return
      const root = [...document.querySelectorAll(':modal')].at(-1) ?? document.querySelector('main')
      const lost = place.control.closest('dialog')?.isConnected === false ? openerPlace : place
      forget()
      for (const near of [...(lost?.ancestors ?? []), root])
        if (near && root?.contains(near) && focusIn(near, lost?.name)) return
    }
    const observer = new MutationObserver(() => {
      if (!isGone()) return
      clearTimeout(timer)
      timer = setTimeout(restore, waitMs)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget, true)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget, true)
    }
  }, [])
}

const toPlace = (control: Element): Place => ({
  control,
  ancestors: listAncestors(control.parentElement),
  name: nameOf(control),
})

const listAncestors = (element: Element | null): Element[] =>
  element ? [element, ...listAncestors(element.parentElement)] : []

const nameOf = (control: Element) => control.tagName + (control.ariaLabel ?? control.textContent)

/** Focuses the control of this name, the heading of a page, or the first control that is visible. Returns whether there was one. */
function focusIn(near: Element, name: string | undefined): boolean {
  const visible = [...near.querySelectorAll<HTMLElement>(controls)].filter((one) => one.checkVisibility())
  const heading = near.querySelector<HTMLElement>('h1[tabindex]')
  const target = visible.find((one) => nameOf(one) === name) ?? heading ?? visible[0]
  target?.focus()
  return target !== undefined
}
