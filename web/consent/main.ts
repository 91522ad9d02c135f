import './consent.css'

/**
 * Script of the mandate page. The page is rendered on the server and every step is a form, so it works without this script.
 * Texts come with the page: importing modules of the checkout would add the checkout to the bundle.
 */

const firstMs = 3_000
const longestMs = 15_000

/** Sends a form only once, and shows on its button that it is being sent. */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'yes'
  const button = form.querySelector('button')
  const label = button?.querySelector<HTMLElement>('[data-wait]')
  button?.setAttribute('aria-disabled', 'true')
  if (label) label.textContent = label.dataset.wait!
})

/** A page restored from the back/forward cache may be outdated. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const label = button.querySelector<HTMLElement>('[data-copied]')!
  const before = label.textContent
  button.addEventListener('click', () => {
    navigator.clipboard?.writeText(button.dataset.copy!).then(
      () => {
        label.textContent = label.dataset.copied!
        setTimeout(() => {
          label.textContent = before
        }, 1_000)
      },
      () => undefined,
    )
  })
}

const main = document.querySelector('main')
if (main?.dataset.poll) followMandate(main.dataset.poll, main.dataset.seen!)

/** Polls the mandate while the page is visible, and reloads the page when its state has changed. */
function followMandate(address: string, seen: string): void {
  let waitMs = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => undefined)
    const now = response?.ok ? ((await response.json().catch(() => undefined)) as MandateState | undefined) : undefined
    if (now && stateKey(now) !== seen) return location.replace(location.pathname)
    waitMs = Math.min(waitMs * 1.2, longestMs)
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    if (!document.hidden && navigator.onLine) timer = setTimeout(look, waitMs)
  }
  const wake = () => {
    waitMs = firstMs
    plan()
  }
  document.addEventListener('visibilitychange', wake)
  addEventListener('online', wake)
  plan()
}

interface MandateState {
  status: string
  readyToDebit: boolean
}
/** State key, in the same format as in the page (`render.tsx`). */
function stateKey({ status, readyToDebit }: MandateState): string {
  return `${status} ${readyToDebit}`
}
document.documentElement.dataset.started = 'yes'
