import './consent.css'

/**
 * All that the page of a mandate does by script. It was rendered on the server and every step is a form, so without this
 * nothing is missing but comfort. Words come with the page: what is shared with the checkout would bring the checkout along.
 */

const firstMs = 3_000
const longestMs = 15_000

/** A form is sent once; its button says that it is under way. */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'yes'
  const button = form.querySelector('button')
  const label = button?.querySelector<HTMLElement>('[data-wait]')
  button?.setAttribute('aria-disabled', 'true')
  if (label) label.textContent = label.dataset.wait!
})

/** A page that comes back out of the browser's memory may be of yesterday. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]'))
  button.addEventListener('click', () => {
    const label = button.querySelector<HTMLElement>('[data-copied]')!
    const before = label.textContent
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

const main = document.querySelector('main')
if (main?.dataset.poll) follow(main.dataset.poll, main.dataset.seen!)

/** Looks again and again while somebody looks at the page, and loads it anew once the mandate stands elsewhere. */
function follow(address: string, seen: string): void {
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
/** As the page says it of itself (`render.tsx`). */
function stateKey({ status, readyToDebit }: MandateState): string {
  return `${status} ${readyToDebit}`
}
document.documentElement.dataset.started = 'yes'
