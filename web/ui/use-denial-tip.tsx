import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef } from 'react'
import { placeBeside } from './place-beside.ts'

/**
 * Properties of a control that cannot be used, and the tooltip with the reason: shown when the control is focused, pointed at or pressed,
 * and its description for screen readers. Undefined without a reason.
 */
export function useDenialTip(reason: string | undefined) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  if (reason === undefined) return undefined
  const show = ({ currentTarget }: FocusEvent | PointerEvent | MouseEvent) => {
    const element = tip.current
    if (!element) return
    element.togglePopover(true)
    placeBeside(currentTarget, element)
  }
  const hide = () => tip.current?.togglePopover(false)
  return {
    props: {
      'aria-disabled': true,
      'aria-describedby': id,
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        show(event)
      },
      onFocus: show,
      onBlur: hide,
      onPointerEnter: show,
      onPointerLeave: hide,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && hide(),
    } as const,
    tip: (
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-[min(280px,calc(100vw-16px))] rounded-md border border-line bg-raised px-3 py-2 text-left text-sm font-normal whitespace-normal text-ink shadow-e2"
      >
        {reason}
      </span>
    ),
  }
}
