import { escapeText, formatNaira, renderDecision } from '../processor/page-html.ts'
import type { Mandate, Transaction } from './integration.ts'

export function renderTransaction({ amountKobo, customer, reference, status }: Transaction): string {
  const amount = formatNaira(amountKobo)
  const lines = `<h1>Pay ${amount}</h1><p>${escapeText(customer.email)}<br>${escapeText(reference)}</p>`
  if (status === 'success' || status === 'reversed') return `${lines}<p role="status">This payment is complete.</p>`
  const failed = status === 'failed' ? '<p role="alert">The last attempt was declined.</p>' : ''
  const buttons = [
    renderDecision('success', `Pay ${amount}`, ' class="main"'),
    renderDecision('declined', 'Card is declined'),
    renderDecision('abandon', 'Cancel payment'),
  ]
  return `${lines}${failed}<form method="post">${buttons.join('')}</form>`
}

export function renderMandate({ email, bank, last4, authorization }: Mandate): string {
  const lines = `<h1>Allow direct debits</h1><p>${escapeText(email)}<br>${escapeText(bank)}, account ending ${last4}</p>`
  if (authorization) return `${lines}<p role="status">You have agreed. The bank activates this within hours.</p>`
  const buttons = [renderDecision('success', 'Agree', ' class="main"'), renderDecision('declined', 'Do not agree')]
  return `${lines}<form method="post">${buttons.join('')}</form>`
}
