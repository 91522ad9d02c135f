/**
 * Runs in the page: describes what is wrong with its geometry. A person still has to look: this finds only what can be measured.
 */
export function findFaults(): string[] {
  const found = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`the page scrolls sideways by ${scrollWidth - clientWidth} px`)

  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 50)}"`
  /** `cards:sr-only` and the like: for screen readers only, at some widths. */
  const isClippedAway = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement))
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only, [inert]') &&
    !isClippedAway(element)
  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
  /** Whether what is too wide can be reached by scrolling, or ends with an ellipsis. */
  const isHandled = (element: Element | null): boolean => {
    if (element === null) return false
    const { overflowX, textOverflow } = getComputedStyle(element)
    return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || isHandled(element.parentElement)
  }

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isVisible(element)) continue
    const { right, left, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    if ((right > clientWidth + 1 || left < -1) && !isHandled(element)) found.add(`outside the page: ${nameOf(element)}`)
    if (!ownText(element)) continue
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    const isClipped = overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1
    if (isClipped && textOverflow !== 'ellipsis') found.add(`cut without an ellipsis: ${nameOf(element)}`)
    const isLow =
      overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2 && webkitLineClamp === 'none'
    if (isLow && textOverflow !== 'ellipsis') found.add(`cut at its foot: ${nameOf(element)}`)
  }

  const headings = [...document.querySelectorAll('h1')].filter(isVisible).length
  if (headings > 1) found.add(`${headings} headings of level 1`)
  const main = document.querySelector('main')
  if (main && (main.textContent ?? '').trim().length < 20) found.add('the page has no content')
  for (const control of document.querySelectorAll<HTMLElement>('[aria-disabled=true]'))
    if (isVisible(control) && !control.ariaDescription && !control.getAttribute('aria-describedby'))
      found.add(`disabled without a reason: ${nameOf(control)}`)

  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')].filter(
    isVisible,
  )
  for (const control of controls) {
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const there = document.elementFromPoint(x, y)?.closest('button, a[href], input, select, textarea, label')
    const covers = there && !there.contains(control) && !control.contains(there) && !(there as HTMLLabelElement).control
    // The link of a table's row covers the row, and stays below its other controls.
    if (covers && !there.closest('header, [popover], dialog, tr, .sticky'))
      found.add(`${nameOf(there)} covers ${nameOf(control)}`)
  }
  return [...found]
}
