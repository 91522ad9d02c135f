import type { KeyboardEvent, PointerEvent } from 'react'

/** Event handlers that select a point of a chart by pointer, touch or arrow keys. */
export function usePointSelection(
  count: number,
  setAt: (at: number | undefined | ((at?: number) => number)) => void,
  indexAt: (x: number) => number,
) {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setAt(clamp(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left)))
  return {
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: () => setAt(undefined),
    onBlur: () => setAt(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAt(undefined)
      if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
      event.preventDefault()
      setAt((at) => clamp(step(event.key, at, count)))
    },
  }
}

function step(key: string, at: number | undefined, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === 'ArrowLeft' ? (at ?? count) - 1 : (at ?? -1) + 1
}
