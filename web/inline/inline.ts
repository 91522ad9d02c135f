import { openDialog, type Paid } from './dialog.ts'

/** `/inline.js`: opens the checkout over a page that is not ours. What it does is written for developers in
 * `web/site/docs`; decision 21 says who may show the checkout, and who believes whom. */

export interface Payment {
  /** The last part of a payment link's address. */
  link: string
  email?: string | undefined
  /** Where the payer chooses the amount: what stands there to begin with, in kobo. */
  amountKobo?: number | string | undefined
  /** Goes to the payment page, without a dialog. */
  redirect?: boolean
  onSuccess?: (paid: Paid) => void
  onClose?: (end: { paid: boolean }) => void
}

// Known while the script runs for the first time, and not later.
const script = document.currentScript as HTMLScriptElement | null
const home = new URL(script?.src ?? location.href).origin
let shown: { close: () => void } | undefined

/** Answers what closes the dialog; nothing where the payer was sent to the payment page. */
function pay({ link, email, amountKobo, redirect, onSuccess, onClose }: Payment) {
  if (!/^[\w-]{1,80}$/.test(link))
    throw new Error('Adire.pay: `link` is the last part of the address of a payment link')
  const filled = new URLSearchParams()
  if (email) filled.set('email', email)
  if (amountKobo) filled.set('amountKobo', String(amountKobo))
  const query = `${filled}` && `?${filled}`
  const pageUrl = `${home}/pay/page/${link}${query}`
  if (redirect || !canShow()) return leaveFor(pageUrl)
  shown ??= openDialog({
    frameUrl: `${home}/pay/embed/${location.protocol.slice(0, -1)}/${location.host}/${link}${query}`,
    pageUrl,
    onSuccess: (paid) => onSuccess?.(paid),
    onClose: (end) => {
      shown = undefined
      onClose?.(end)
    },
  })
  return shown
}

/** A page within somebody's frame is not asked: there the checkout shows itself to nobody. */
const canShow = () =>
  parent === window &&
  /^https?:$/.test(location.protocol) &&
  'HTMLDialogElement' in window &&
  'adoptedStyleSheets' in Document.prototype

function leaveFor(url: string) {
  if (parent === window) location.assign(url)
  else window.open(url, '_blank', 'noopener')
  return undefined
}

/** A link, a button or a form that says which payment link it opens, with nothing written in JavaScript. */
function payBy(element: HTMLElement, event: Event) {
  const { adireLink, adireMode, email, amountKobo } = element.dataset
  if (!adireLink) return
  event.preventDefault()
  const typed = element instanceof HTMLFormElement ? new FormData(element) : undefined
  const field = (name: string) => typed?.get(name)?.toString()
  const tell = (name: string, detail: object) =>
    element.dispatchEvent(new CustomEvent(`adire:${name}`, { bubbles: true, detail }))
  pay({
    link: adireLink,
    email: field('email') ?? email,
    amountKobo: field('amountKobo') ?? amountKobo,
    redirect: adireMode === 'redirect',
    onSuccess: (paid) => tell('success', paid),
    onClose: (end) => tell('close', end),
  })
}

// The latest moment: who has something else to do with a click has done it.
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const found = event.target instanceof Element && event.target.closest<HTMLElement>('[data-adire-link]:not(form)')
  if (found) payBy(found, event)
})
addEventListener('submit', (event) => {
  if (!event.defaultPrevented && event.target instanceof HTMLFormElement) payBy(event.target, event)
})

Object.assign(window, { Adire: { pay } })
