const gap = 6
const margin = 8

/**
 * Places a panel below the button that opened it, or above it. If the window has room for neither, as at 200 % zoom, the panel covers the
 * button.
 */
export function placeBeside(opener: Element, panel: HTMLElement, align: 'start' | 'end' = 'start') {
  const from = opener.getBoundingClientRect()
  const { offsetWidth, offsetHeight, style } = panel
  const left = align === 'end' ? from.right - offsetWidth : from.left
  const below = from.bottom + gap
  const above = from.top - offsetHeight - gap
  const lowest = innerHeight - offsetHeight - margin
  // Right edge of the body: the width reserved for the scrollbar is not in any other measurement.
  const edge = document.body.getBoundingClientRect().right
  style.left = `${Math.max(margin, Math.min(left, edge - offsetWidth - margin))}px`
  style.top = `${below <= lowest ? below : above >= 0 ? above : lowest}px`
}
