import { type RefObject, useEffect } from 'react'

/**
 * Marks a row that scrolls sideways with `data-more-left` and `data-more-right` while it goes on there. The class `edge-fade` fades
 * the marked edges, so that it is seen.
 */
export function useEdgeFade(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-more-left', scrollLeft > 1)
      element.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1)
    }
    mark()
    const resized = new ResizeObserver(mark)
    resized.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [row])
}
