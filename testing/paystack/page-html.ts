import type { Mandate, Transaction } from './integration.ts'

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

/** Amount of kobo, such as ₦5,000.00. */
export const formatNaira = (kobo: number): string => naira.format(kobo / 100)

export const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const button = (decision: string, text: string, kind = '') =>
  `<button name="decision" value="${decision}"${kind}>${text}</button>`

export function renderTransaction({ amountKobo, customer, reference, status }: Transaction): string {
  const amount = formatNaira(amountKobo)
  const lines = `<h1>Pay ${amount}</h1><p>${escapeText(customer.email)}<br>${escapeText(reference)}</p>`
  if (status === 'success' || status === 'reversed') return `${lines}<p role="status">This payment is complete.</p>`
  const failed = status === 'failed' ? '<p role="alert">The last attempt was declined.</p>' : ''
  const buttons = [
    button('success', `Pay ${amount}`, ' class="main"'),
    button('declined', 'Card is declined'),
    button('abandon', 'Cancel payment'),
  ]
  return `${lines}${failed}<form method="post">${buttons.join('')}</form>`
}

export function renderMandate({ email, bank, last4, authorization }: Mandate): string {
  const lines = `<h1>Allow direct debits</h1><p>${escapeText(email)}<br>${escapeText(bank)}, account ending ${last4}</p>`
  if (authorization) return `${lines}<p role="status">You have agreed. The bank activates this within hours.</p>`
  const buttons = [button('success', 'Agree', ' class="main"'), button('declined', 'Do not agree')]
  return `${lines}<form method="post">${buttons.join('')}</form>`
}

export const renderPage = (content: string, width: 'narrow' | 'wide' = 'narrow'): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Paystack simulator</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 22rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  .wide { max-width: 64rem; margin-top: 2rem }
  table { width: 100%; border-collapse: collapse; table-layout: fixed }
  td, th { width: 24%; padding: .375rem .75rem .375rem 0; text-align: left; border-bottom: 1px solid #8886 }
  td:nth-child(2), td:nth-child(3), th:nth-child(2), th:nth-child(3) { width: 14% }
  @media (max-width: 48rem) { thead { display: none } tr { display: block; padding: .5rem 0; border-bottom: 1px solid #8886 }
    td, td:nth-child(n) { display: block; width: auto; padding: 0; border: 0 } }
  button { display: block; width: 100%; min-height: 2.75rem; margin-top: .75rem; font: inherit; border-radius: .5rem; border: 1px solid }
  .wide button { display: inline-block; width: auto; min-height: 2rem; margin: .125rem 0 }
  .main { background: #0b6b4f; color: #fff; border-color: #0b6b4f }
</style></head>
<body><main class="${width}"><p>Paystack simulator: no money is moved.</p>${content}</main></body></html>`
