import { escapeText, renderDecision, renderPayment } from '../processor/page-html.ts'
import type { Mandate, Transaction } from './integration.ts'

export const renderTransaction = ({ amountKobo, customer, reference, status }: Transaction): string =>
  renderPayment({
    amountKobo,
    email: customer.email,
    reference,
    isPaid: status === 'success' || status === 'reversed',
    isDeclined: status === 'failed',
  })

export function renderMandate({ email, bank, last4, authorization }: Mandate): string {
  const lines = `<h1>Allow direct debits</h1><p>${escapeText(email)}<br>${escapeText(bank)}, account ending ${last4}</p>`
  if (authorization) return `${lines}<p role="status">You have agreed. The bank activates this within hours.</p>`
  const buttons = [renderDecision('success', 'Agree', ' class="main"'), renderDecision('declined', 'Do not agree')]
  return `${lines}<form method="post">${buttons.join('')}</form>`
}
