import type { Recorder } from './serve-request.ts'

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
const maxRows = 20

/** Amount of kobo, such as ₦5,000.00. */
export const formatNaira = (kobo: number): string => naira.format(kobo / 100)

export const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const decisions = ['success', 'declined', 'abandon'] as const
/** What a payer decides on a hosted page. */
export type Decision = (typeof decisions)[number]

/** Button by which a payer decides on a hosted page. */
export const renderDecision = (decision: string, text: string, kind = '') =>
  `<button name="decision" value="${decision}"${kind}>${text}</button>`

/** Content of a hosted page. */
export function renderPayment(payment: {
  amountKobo: number
  email: string
  reference: string
  isPaid: boolean
  isDeclined?: boolean
}): string {
  const amount = formatNaira(payment.amountKobo)
  const lines = `<h1>Pay ${amount}</h1><p>${escapeText(payment.email)}<br>${escapeText(payment.reference)}</p>`
  if (payment.isPaid) return `${lines}<p role="status">This payment is complete.</p>`
  const declined = payment.isDeclined ? '<p role="alert">The last attempt was declined.</p>' : ''
  const buttons = [
    renderDecision('success', `Pay ${amount}`, ' class="main"'),
    renderDecision('declined', 'Card is declined'),
    renderDecision('abandon', 'Cancel payment'),
  ]
  return `${lines}${declined}<form method="post">${buttons.join('')}</form>`
}

/** Button that runs an action of the control. */
export const renderAction = (text: string, action: string, input: unknown) =>
  `<button name="run" value="${escapeText(JSON.stringify([action, input]))}">${escapeText(text)}</button>`

export const renderRow = (what: string, amountKobo: number, status: string, buttons: string[]) =>
  `<tr><td>${escapeText(what)}</td><td>${formatNaira(amountKobo)}</td><td>${escapeText(status)}</td><td>${buttons.join(' ')}</td></tr>`

/** Table of the last rows; nothing without rows. */
export const renderTable = (title: string, rows: string[]) =>
  rows.length === 0
    ? ''
    : `<h2>${title}</h2><table><thead><tr><th>Reference</th><th>Amount</th><th>Status</th><th>What happens next</th></tr></thead>
<tbody>${rows.slice(-maxRows).reverse().join('')}</tbody></table>`

/** Page for people who test by hand: what is open, with buttons that do what payers and banks do. */
export function renderOverviewPage(processor: string, tables: string, { violations, events }: Recorder): string {
  const wrong = violations.slice(-maxRows).map(({ operation, problems }) => `${operation}: ${problems.join('; ')}`)
  const sent = events.deliveries.slice(-maxRows).map(({ event, status }) => `${event}: ${status ?? 'no response'}`)
  return renderPage(
    processor,
    `<form method="post" action="/">${tables || '<p>There are no transactions yet.</p>'}</form>
${renderList(`Requests that ${processor} would reject`, wrong)}${renderList('Events', sent)}`,
    'wide',
  )
}

function renderList(title: string, lines: string[]): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `<li>${escapeText(line)}</li>`).reverse()
  return `<h1>${title}</h1><ul>${items.join('')}</ul>`
}

export const renderPage = (
  processor: string,
  content: string,
  width: 'narrow' | 'wide' = 'narrow',
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${processor} simulator</title>
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
<body><main class="${width}"><p>${processor} simulator: no money is moved.</p>${content}</main></body></html>`
