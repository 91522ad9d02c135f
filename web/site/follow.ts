/** Script of header, footer and forms; all of them work without it. */
export function followPage() {
  const root = document.documentElement
  if (root.dataset.scroll !== undefined) return
  const updateScroll = () => {
    root.dataset.scroll = String(Math.round(scrollY))
  }
  updateScroll()
  addEventListener('scroll', updateScroll, { passive: true })

  const updateOfflineBars = () => {
    for (const bar of document.querySelectorAll<HTMLElement>('[data-offline]')) bar.hidden = navigator.onLine
  }
  updateOfflineBars()
  addEventListener('online', updateOfflineBars)
  addEventListener('offline', updateOfflineBars)

  addEventListener('click', ({ target }) => closeMenus(target))
  addEventListener('focusin', ({ target }) => closeMenus(target))
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenus(null)
  })
  addEventListener('click', goToTop)
  addEventListener('submit', sendOnce)
  // A page restored from the back/forward cache may send its forms again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLElement>('form[data-sent]')) {
      delete form.dataset.sent
      const button = form.querySelector<HTMLElement>('[type=submit]')
      if (button) button.textContent = button.dataset.label ?? ''
    }
  })
}

/** Closes open menus on an outside click or focus; on Escape the focus returns to the menu's summary. */
function closeMenus(target: EventTarget | null) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[name=site-place][open]')) {
    if (target instanceof Node && menu.contains(target)) continue
    if (target === null && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
}

/** Scrolls to the top after the delay required by the specification; `aria-busy` shows that the click was received. */
function goToTop(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-to-top]') : null
  if (!link) return
  event.preventDefault()
  if (link.ariaBusy === 'true') return
  link.ariaBusy = 'true'
  setTimeout(() => {
    link.ariaBusy = null
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  }, Number(link.dataset.toTop))
}

/** Sends a form only once, however often its button is pressed. */
function sendOnce(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (form.dataset.once === undefined) return
  if (form.dataset.sent !== undefined) return event.preventDefault()
  form.dataset.sent = ''
  const { submitter } = event
  if (submitter) submitter.textContent = form.dataset.once
}
