import type { CheckoutTarget } from './inline.ts'
import { dialogStyle } from './style.ts'

/** Message of the checkout to the embedding page (`web/checkout/embedder.ts`). */
interface EmbedMessage {
  adire: 1
  type: 'ready' | 'success' | 'close'
  reference?: string
  amountKobo?: number
}

export interface PaidMessage {
  reference: string
  amountKobo: number
}

interface DialogOptions {
  /** Origin of the checkout. */
  home: string
  /** URL of the checkout, once known; rejects with a message for the payer. */
  target: Promise<CheckoutTarget>
  onSuccess: (paid: PaidMessage) => void
  onClose: (end: { paid: boolean }) => void
}

const patienceMs = 8_000

/** The checkout in a native modal dialog: the rest of the page is inert, Escape closes it, and the focus returns to where it was.
 * It is in a shadow tree, so that the styles of page and dialog do not affect each other. */
export function openDialog({ home, target, onSuccess, onClose }: DialogOptions): { close: () => void } {
  const { host, dialog, button, body, waiting, frame } = buildDialog(home)
  const paid = new Set<string>()
  let late: ReturnType<typeof setTimeout> | undefined
  target.then(
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

  // Only messages from our origin and from the frame opened here are accepted.
  const onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin !== home || source !== frame.contentWindow) return
    const message = data as EmbedMessage | null
    if (message?.adire !== 1) return
    if (message.type === 'ready') {
      clearTimeout(late)
      body.className = 'ready'
      frame.focus()
    } else if (message.type === 'close') dialog.close()
    else if (message.type === 'success' && message.reference && !paid.has(message.reference)) {
      paid.add(message.reference)
      onSuccess({ reference: message.reference, amountKobo: message.amountKobo ?? 0 })
    }
  }
  addEventListener('message', onMessage)
  button.onclick = () => dialog.close()
  const { overflow } = document.documentElement.style
  dialog.onclose = () => {
    clearTimeout(late)
    removeEventListener('message', onMessage)
    document.documentElement.style.overflow = overflow
    host.remove()
    onClose({ paid: paid.size > 0 })
  }
  document.body.append(host)
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  return { close: () => dialog.close() }
}

function buildDialog(home: string) {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(dialogStyle)
  shadow.adoptedStyleSheets = [sheet]

  const dialog = appendElement(shadow, 'dialog')
  dialog.setAttribute('aria-label', 'Checkout')
  const bar = appendElement(dialog, 'header')
  appendElement(bar, 'span').textContent = `Checkout at ${new URL(home).host}`
  const button = appendElement(bar, 'button')
  button.type = 'button'
  button.textContent = '×'
  button.setAttribute('aria-label', 'Close the checkout')
  const body = appendElement(dialog, 'div')
  const waiting = appendElement(body, 'p')
  waiting.setAttribute('role', 'status')
  waiting.textContent = 'One moment…'
  const frame = appendElement(body, 'iframe')
  frame.title = 'Checkout'
  frame.allow = 'clipboard-write'
  frame.referrerPolicy = 'no-referrer'
  return { host, dialog, button, body, waiting, frame }
}

function appendElement<Name extends keyof HTMLElementTagNameMap>(to: Node, name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  to.appendChild(element)
  return element
}
