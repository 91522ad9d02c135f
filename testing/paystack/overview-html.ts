import type { Domain, Integration, Refund, Transaction, Transfer } from './integration.ts'
import { escapeText, formatNaira, renderPage } from './page-html.ts'
import type { Simulation } from './simulation.ts'

const maxRows = 20

/** Button that runs an action of the control. */
const button = (text: string, action: string, input: unknown) =>
  `<button name="run" value="${escapeText(JSON.stringify([action, input]))}">${escapeText(text)}</button>`

const row = (what: string, amountKobo: number, status: string, buttons: string[]) =>
  `<tr><td>${escapeText(what)}</td><td>${formatNaira(amountKobo)}</td><td>${escapeText(status)}</td><td>${buttons.join(' ')}</td></tr>`

const table = (title: string, rows: string[]) =>
  rows.length === 0
    ? ''
    : `<h2>${title}</h2><table><thead><tr><th>Reference</th><th>Amount</th><th>Status</th><th>What happens next</th></tr></thead>
<tbody>${rows.slice(-maxRows).reverse().join('')}</tbody></table>`

function renderTransactionRow({ reference, amountKobo, status, account, ussdCode, accessCode, channel }: Transaction) {
  const buttons: string[] = []
  const transfer = { accountNumber: account?.number, senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  if (account) {
    buttons.push(button('Transfer the amount', 'transfer-in', { ...transfer, amountKobo }))
    buttons.push(button('Transfer ₦1 less', 'transfer-in', { ...transfer, amountKobo: amountKobo - 100 }))
  }
  if (status === 'pending' && ussdCode)
    buttons.push(button('Dial the code', 'dial-ussd', { reference, isConfirmed: true }))
  if (status === 'processing') {
    buttons.push(button('Pay', 'settle-charge', { reference, declineMessage: null }))
    buttons.push(button('Decline', 'settle-charge', { reference, declineMessage: 'Insufficient Funds' }))
  }
  if (status === 'success') buttons.push(button('Dispute', 'open-dispute', { reference }))
  else if (accessCode) buttons.push(`<a href="/checkout/${accessCode}">Open its page</a>`)
  return row(`${reference} (${channel ?? 'page'})`, amountKobo, status, buttons)
}

function renderTransferRow({ reference, amountKobo, status }: Transfer) {
  const next = status === 'success' ? ['reversed'] : status === 'pending' ? ['success', 'failed'] : []
  const buttons = next.map((one) => button(one, 'settle-transfer', { reference, status: one }))
  return row(reference, amountKobo, status, buttons)
}

function renderRefundRow({ id, transaction, amountKobo, status }: Refund) {
  const isOpen = status !== 'processed' && status !== 'failed'
  const next = isOpen ? ['processed', 'failed', 'needs-attention'].filter((one) => one !== status) : []
  const buttons = next.map((one) => button(one, 'settle-refund', { id, status: one }))
  return row(`${transaction.reference} (${id})`, amountKobo, status, buttons)
}

function renderIntegration(domain: Domain, integration: Integration): string {
  const { transactions, transfers, refunds, disputes, mandates, balanceKobo } = integration
  const agreed = [...mandates.values()].filter(({ authorization }) => authorization && !authorization.isActive)
  const parts = [
    table('Transactions', [...transactions.values()].map(renderTransactionRow)),
    table('Transfers', [...transfers.values()].map(renderTransferRow)),
    table('Refunds', refunds.map(renderRefundRow)),
    table(
      'Disputes',
      disputes.map(({ id, transaction, refundAmountKobo, status }) => {
        const next = status === 'resolved' ? [] : ['merchant-accepted', 'declined']
        const buttons = next.map((resolution) => button(resolution, 'close-dispute', { id, resolution }))
        return row(`${transaction.reference} (${id})`, refundAmountKobo, status, buttons)
      }),
    ),
    table(
      'Mandates',
      agreed.map(({ reference, email }) =>
        row(email, 0, 'agreed', [button('Activate', 'activate-mandate', { reference })]),
      ),
    ),
  ].join('')
  if (parts === '') return ''
  const settle = button('Create a settlement', 'create-settlement', { domain })
  return `<h1>${domain === 'live' ? 'Live' : 'Test'} mode</h1><p>Balance ${formatNaira(balanceKobo)} ${settle}</p>${parts}`
}

/** Page for people who test by hand: what is open, and buttons that do what payers and banks do. */
export function renderOverview({ integrations, violations, events }: Simulation): string {
  const modes = renderIntegration('live', integrations.live) + renderIntegration('test', integrations.test)
  const wrong = violations.slice(-maxRows).map(({ operation, problems }) => `${operation}: ${problems.join('; ')}`)
  const sent = events.deliveries.slice(-maxRows).map(({ event, status }) => `${event}: ${status ?? 'no response'}`)
  const list = (title: string, lines: string[]) =>
    lines.length === 0
      ? ''
      : `<h1>${title}</h1><ul>${lines
          .map((line) => `<li>${escapeText(line)}</li>`)
          .reverse()
          .join('')}</ul>`
  return renderPage(
    `<form method="post" action="/">${modes || '<p>There are no transactions yet.</p>'}</form>
${list('Requests that Paystack would reject', wrong)}${list('Events', sent)}`,
    'wide',
  )
}
