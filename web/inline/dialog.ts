import type { Place } from './inline.ts'
import { style } from './style.ts'

/** What the checkout says to the page around it (`web/checkout/embedder.ts`). */
interface Told {
  adire: 1
  type: 'ready' | 'success' | 'close'
  reference?: string
  amountKobo?: number
}

export interface Paid {
  reference: string
  amountKobo: number
}

interface Wanted {
  /** Our origin. */
  home: string
  /** Where the checkout is, once it is known; refused with a sentence for the payer. */
  place: Promise<Place>
  onSuccess: (paid: Paid) => void
  onClose: (end: { paid: boolean }) => void
}

const patienceMs = 8_000

/** The checkout in a dialog of the browser's own: the rest of the page is inert, Escape closes it, and the focus goes back
 * to where it was. It stands in a shadow tree, so the styles of page and dialog do not meet. */
export function openDialog({ home, place, onSuccess, onClose }: Wanted): { close: () => void } {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  shadow.adoptedStyleSheets = [sheet]

  const dialog = append(shadow, 'dialog')
  dialog.setAttribute('aria-label', 'Checkout')
  const bar = append(dialog, 'header')
  append(bar, 'span').textContent = `Checkout at ${new URL(home).host}`
  const button = append(bar, 'button')
  button.type = 'button'
  button.textContent = '×'
  button.setAttribute('aria-label', 'Close the checkout')
  const body = append(dialog, 'div')
  const waiting = append(body, 'p')
  waiting.setAttribute('role', 'status')
  waiting.textContent = 'One moment…'
  const frame = append(body, 'iframe')
  frame.title = 'Checkout'
  frame.allow = 'clipboard-write'
  frame.referrerPolicy = 'no-referrer'

  const paid = new Set<string>()
  let late: ReturnType<typeof setTimeout> | undefined
  place.then(
    ({ framed, path }) => {
      frame.src = home + framed
      late = setTimeout(() => {
        const instead = document.createElement('a')
        instead.href = home + path
        instead.target = '_top'
        instead.textContent = 'Open the payment page instead'
        waiting.replaceChildren('This takes longer than it should. ', instead)
        body.className = 'late'
      }, patienceMs)
    },
    (error: Error) => {
      waiting.textContent = `This cannot be paid just now. ${error.message}`
    },
  )

  // Believed only from our checkout, and only from the frame that was opened here.
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== home || source !== frame.contentWindow) return
    const told = data as Told | null
    if (told?.adire !== 1) return
    if (told.type === 'ready') {
      clearTimeout(late)
      body.className = 'ready'
      frame.focus()
    } else if (told.type === 'close') dialog.close()
    else if (told.type === 'success' && told.reference && !paid.has(told.reference)) {
      paid.add(told.reference)
      onSuccess({ reference: told.reference, amountKobo: told.amountKobo ?? 0 })
    }
  }
  addEventListener('message', hear)
  button.onclick = () => dialog.close()
  const { overflow } = document.documentElement.style
  dialog.onclose = () => {
    clearTimeout(late)
    removeEventListener('message', hear)
    document.documentElement.style.overflow = overflow
    host.remove()
    onClose({ paid: paid.size > 0 })
  }
  document.body.append(host)
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  return { close: () => dialog.close() }
}

function append<Name extends keyof HTMLElementTagNameMap>(to: Node, name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  to.appendChild(element)
  return element
}
