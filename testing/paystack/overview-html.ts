import { formatNaira, renderAction, renderOverviewPage, renderRow, renderTable } from '../processor/page-html.ts'
import type { Domain, Integration, Refund, Transaction, Transfer } from './integration.ts'
import type { Simulation } from './simulation.ts'

function renderTransactionRow({ reference, amountKobo, status, account, ussdCode, accessCode, channel }: Transaction) {
  const buttons: string[] = []
  const transfer = { accountNumber: account?.number, senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  if (account) {
    buttons.push(renderAction('Transfer the amount', 'transfer-in', { ...transfer, amountKobo }))
    buttons.push(renderAction('Transfer ₦1 less', 'transfer-in', { ...transfer, amountKobo: amountKobo - 100 }))
  }
  if (status === 'pending' && ussdCode) {
    buttons.push(renderAction(`Dial ${ussdCode}`, 'dial-ussd', { code: ussdCode, isConfirmed: true }))
    buttons.push(renderAction('Do not confirm', 'dial-ussd', { code: ussdCode, isConfirmed: false }))
  }
  if (status === 'processing') {
    buttons.push(renderAction('Pay', 'settle-charge', { reference, declineMessage: null }))
    buttons.push(renderAction('Decline', 'settle-charge', { reference, declineMessage: 'Insufficient Funds' }))
  }
  if (status === 'success') buttons.push(renderAction('Dispute', 'open-dispute', { reference }))
  else if (accessCode) buttons.push(`<a href="/checkout/${accessCode}">Open its page</a>`)
  return renderRow(`${reference} (${channel ?? 'page'})`, amountKobo, status, buttons)
}

function renderTransferRow({ reference, amountKobo, status }: Transfer) {
  const next = status === 'success' ? ['reversed'] : status === 'pending' ? ['success', 'failed'] : []
  const buttons = next.map((one) => renderAction(one, 'settle-transfer', { reference, status: one }))
  return renderRow(reference, amountKobo, status, buttons)
}

function renderRefundRow({ id, transaction, amountKobo, status }: Refund) {
  const isOpen = status !== 'processed' && status !== 'failed'
  const next = isOpen ? ['processed', 'failed', 'needs-attention'].filter((one) => one !== status) : []
  const buttons = next.map((one) => renderAction(one, 'settle-refund', { id, status: one }))
  return renderRow(`${transaction.reference} (${id})`, amountKobo, status, buttons)
}

function renderIntegration(domain: Domain, integration: Integration): string {
  const { transactions, transfers, refunds, disputes, mandates, balanceKobo } = integration
  const agreed = [...mandates.values()].filter(({ authorization }) => authorization && !authorization.isActive)
  const parts = [
    renderTable('Transactions', [...transactions.values()].map(renderTransactionRow)),
    renderTable('Transfers', [...transfers.values()].map(renderTransferRow)),
    renderTable('Refunds', refunds.map(renderRefundRow)),
    renderTable(
      'Disputes',
      disputes.map(({ id, transaction, refundAmountKobo, status }) => {
        const next = status === 'resolved' ? [] : ['merchant-accepted', 'declined']
        const buttons = next.map((resolution) => renderAction(resolution, 'close-dispute', { id, resolution }))
        return renderRow(`${transaction.reference} (${id})`, refundAmountKobo, status, buttons)
      }),
    ),
    renderTable(
      'Mandates',
      agreed.map(({ reference, email }) =>
        renderRow(email, 0, 'agreed', [renderAction('Activate', 'activate-mandate', { reference })]),
      ),
    ),
  ].join('')
  if (parts === '') return ''
  const settle = renderAction('Create a settlement', 'create-settlement', { domain })
  return `<h1>${domain === 'live' ? 'Live' : 'Test'} mode</h1><p>Balance ${formatNaira(balanceKobo)} ${settle}</p>${parts}`
}

/** Page for people who test by hand: what is open, and buttons that do what payers and banks do. */
export function renderOverview(simulation: Simulation): string {
  const { live, test } = simulation.integrations
  return renderOverviewPage('Paystack', renderIntegration('live', live) + renderIntegration('test', test), simulation)
}
