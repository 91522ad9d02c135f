import { openDialog, type PaidMessage } from './dialog.ts'

/** `/inline.js`: opens the checkout on a merchant's page. Documented for developers in `web/site/docs`; decision 21 explains
 * who may embed the checkout and which messages are trusted. */

/** What to pay: a payment link, a charge initialised by a server, or an amount that this page charges by the public key. */
export interface InlinePayment {
  /** Last path segment of a payment link's URL. */
  link?: string | undefined
  /** Last path segment of a charge's `authorizationUrl`. */
  charge?: string | undefined
  key?: string | undefined
  email?: string | undefined
  /** In kobo. With a link: the initial amount, if the payer chooses it. */
  amountKobo?: number | string | undefined
  /** With a link that lets payers choose a quantity: the initial one. */
  quantity?: number | string | undefined
  reference?: string | undefined
  description?: string | undefined
  /** Opens the payment page without a dialog. */
  redirect?: boolean
  onSuccess?: (paid: PaidMessage) => void
  onClose?: (end: { paid: boolean }) => void
}

// `currentScript` is only set during the first execution.
const script = document.currentScript as HTMLScriptElement | null
const home = new URL(script?.src ?? location.href).origin
let openedDialog: { close: () => void } | undefined

/** Opens the checkout. Returns a function that closes the dialog; undefined if the payer is redirected to the payment page. */
function openPayment(payment: InlinePayment) {
  const { redirect, onSuccess, onClose } = payment
  const target = resolveTarget(payment)
  if (redirect || !canOpenDialog()) {
    target.then(({ path }) => leaveFor(home + path), logError)
    return undefined
  }
  let reference: string | undefined
  openedDialog ??= openDialog({
    home,
    target: target.then((found) => {
      reference = found.reference
      return found
    }),
    onSuccess(paid) {
      // The next call is for another payment, also with the same input.
      pendingCharges.clear()
      onSuccess?.({ ...paid, reference: reference ?? paid.reference })
    },
    onClose: (end) => {
      openedDialog = undefined
      onClose?.(end)
    },
  })
  target.catch(logError)
  return openedDialog
}

export interface CheckoutTarget {
  /** Path of the payment page. */
  path: string
  /** Path of the same page, embedded in a dialog on this page. */
  framed: string
  reference?: string
}

const pendingCharges = new Map<string, Promise<CheckoutTarget>>()

function resolveTarget({
  link,
  charge,
  key,
  email,
  amountKobo,
  quantity,
  reference,
  description,
}: InlinePayment): Promise<CheckoutTarget> {
  const filled = new URLSearchParams()
  if (email) filled.set('email', email)
  if (amountKobo) filled.set('amountKobo', String(amountKobo))
  if (quantity) filled.set('quantity', String(quantity))
  if (link) return Promise.resolve(at('page', link, `${filled}` && `?${filled}`))
  if (charge) return Promise.resolve(at('charge', charge))
  // Until it is paid, the same input reuses the charge that was already initialised.
  const body = JSON.stringify({ key, email, amountKobo: Number(amountKobo), reference, description })
  const known = pendingCharges.get(body) ?? initialiseCharge(String(key), body)
  pendingCharges.set(body, known)
  known.catch(() => pendingCharges.delete(body))
  return known
}

async function initialiseCharge(key: string, body: string): Promise<CheckoutTarget> {
  const mode = key.startsWith('pk_live_') ? 'live' : 'test'
  const response = await fetch(`${home}/${mode}/collections/checkout/charges`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(rejectLost)
  const given = (await response.json().catch(rejectLost)) as { accessCode: string; reference: string; message?: string }
  if (!response.ok) throw new Error(given.message)
  return { ...at('charge', given.accessCode), reference: given.reference }
}

/** What a payer reads instead of the browser's own message. */
const rejectLost = () => Promise.reject(new Error('Please check your connection and try again.'))

function at(kind: string, code: string, query = ''): CheckoutTarget {
  if (!/^[\w-]{1,80}$/.test(code)) throw new Error('Adire.pay: use the last part of the address of the page')
  const { protocol, host } = location
  return {
    path: `/pay/${kind}/${code}${query}`,
    framed: `/pay/embed/${protocol.slice(0, -1)}/${host}/${code}${query}`,
  }
}

const logError = (error: unknown) => console.error('Adire.pay:', error)

/** Whether a dialog can be opened. Not inside a frame: there the checkout can't be embedded. */
const canOpenDialog = () =>
  parent === window &&
  /^https?:$/.test(location.protocol) &&
  'HTMLDialogElement' in window &&
  'adoptedStyleSheets' in Document.prototype

function leaveFor(url: string) {
  if (parent === window) location.assign(url)
  else window.open(url, '_blank', 'noopener')
}

/** Opens the checkout from a link, button or form with data attributes, without JavaScript by the merchant. */
function payBy(element: HTMLElement, event: Event) {
  const { adireLink, adireKey, adireMode, reference, description, ...written } = element.dataset
  if (!adireLink && !adireKey) return
  event.preventDefault()
  const typed = element instanceof HTMLFormElement ? new FormData(element) : undefined
  const field = (name: string) => typed?.get(name)?.toString() ?? written[name]
  const dispatch = (name: string, detail: object) =>
    element.dispatchEvent(new CustomEvent(`adire:${name}`, { bubbles: true, detail }))
  openPayment({
    link: adireLink,
    key: adireKey,
    email: field('email'),
    amountKobo: field('amountKobo'),
    quantity: field('quantity'),
    reference,
    description,
    redirect: adireMode === 'redirect',
    onSuccess: (paid) => dispatch('success', paid),
    onClose: (end) => dispatch('close', end),
  })
}

const marked = '[data-adire-link]:not(form),[data-adire-key]:not(form)'

// On window, so it runs last: a click that the page has handled itself is ignored.
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const found = event.target instanceof Element && event.target.closest<HTMLElement>(marked)
  if (found) payBy(found, event)
})
addEventListener('submit', (event) => {
  if (!event.defaultPrevented && event.target instanceof HTMLFormElement) payBy(event.target, event)
})

Object.assign(window, { Adire: { pay: openPayment } })
