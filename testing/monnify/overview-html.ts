import { formatNaira, renderAction, renderOverviewPage, renderRow, renderTable } from '../processor/page-html.ts'
import type { Disbursement, Mandate, MandateStatus, Refund, Transaction } from './merchant-account.ts'
import type { Simulation } from './simulation.ts'
import { readWallet } from './wallet.ts'

function renderTransactionRow(transaction: Transaction): string {
  const { paymentReference, transactionReference, amountKobo, status, account, methods, paidBy, debit } = transaction
  const buttons: string[] = []
  const transfer = { accountNumber: account?.number, senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
  if (account) {
    buttons.push(renderAction('Transfer the amount', 'transfer-in', { ...transfer, amountKobo }))
    buttons.push(renderAction('Transfer ₦1 less', 'transfer-in', { ...transfer, amountKobo: amountKobo - 100 }))
  } else if (status === 'PENDING' && debit) {
    buttons.push(renderAction('Pay', 'settle-charge', { reference: paymentReference, declineMessage: null }))
    buttons.push(
      renderAction('Decline', 'settle-charge', { reference: paymentReference, declineMessage: 'Insufficient funds' }),
    )
  } else if (status === 'PENDING' && methods.includes('CARD'))
    buttons.push(`<a href="/checkout/${encodeURIComponent(transactionReference)}">Open its page</a>`)
  return renderRow(`${paymentReference} (${paidBy ?? methods.join(', ')})`, amountKobo, status, buttons)
}

function renderDisbursementRow({ reference, amountKobo, status }: Disbursement): string {
  const next = status === 'SUCCESS' ? ['REVERSED'] : status === 'PENDING' ? ['SUCCESS', 'FAILED'] : []
  const buttons = next.map((one) => renderAction(one, 'settle-disbursement', { reference, status: one }))
  return renderRow(reference, amountKobo, status, buttons)
}

function renderRefundRow({ reference, amountKobo, status }: Refund): string {
  const next = status === 'PENDING' ? ['COMPLETED', 'FAILED'] : []
  const buttons = next.map((one) => renderAction(one, 'settle-refund', { reference, status: one }))
  return renderRow(reference, amountKobo, status, buttons)
}

const nextStatuses: Partial<Record<MandateStatus, string[]>> = {
  PENDING_AUTHORIZATION: ['PENDING_ACTIVATION'],
  PENDING_ACTIVATION: ['ACTIVE'],
  ACTIVE: ['SUSPENDED', 'CANCELLED'],
  SUSPENDED: ['ACTIVE'],
}

function renderMandateRow({ reference, status, limitKobo }: Mandate): string {
  const next = nextStatuses[status] ?? []
  const buttons = next.map((one) => renderAction(one, 'set-mandate', { reference, status: one }))
  return renderRow(reference, limitKobo ?? 0, status, buttons)
}

/** Page for people who test by hand: what is open, and buttons that do what payers and banks do. */
export function renderOverview(simulation: Simulation): string {
  const { transactions, disbursements, refunds, mandates } = simulation.merchant
  const tables = [
    renderTable('Transactions', [...transactions.values()].map(renderTransactionRow)),
    renderTable('Disbursements', [...disbursements.values()].map(renderDisbursementRow)),
    renderTable('Refunds', [...refunds.values()].map(renderRefundRow)),
    renderTable('Mandates', [...mandates.values()].map(renderMandateRow)),
  ].join('')
  return renderOverviewPage(
    'Monnify',
    tables && `<h1>Wallet</h1><p>Balance ${formatNaira(readWallet(simulation))}</p>${tables}`,
    simulation,
  )
}
