import type { Decision } from '../processor/page-html.ts'
import type { TransferIn, TransferInResult } from '../processor/transfer-in.ts'
import { act, actOnTransaction, findIntegration } from './act.ts'
import { createAuthorization } from './authorizations.ts'
import { receiveTransfer, ussdBank } from './charges.ts'
import { type NewDispute, openDispute } from './disputes.ts'
import { decideOnPage } from './hosted-page.ts'
import type { Domain, Integration } from './integration.ts'
import { agreeToMandate } from './mandates.ts'
import type { Simulation } from './simulation.ts'
import { createTransaction, failTransaction, payTransaction } from './transactions.ts'

/** What payers do. Amounts are in kobo. */
export const createPayerControl = (simulation: Simulation) => ({
  /** A payer sends money to an account number. The exact amount in time pays the transaction; other money is returned. */
  transferIn(transfer: TransferIn): Promise<TransferInResult> {
    const { accountNumber } = transfer
    const integration = findIntegration(simulation, `account number ${accountNumber}`, ({ transactions }) =>
      [...transactions.values()].some(({ account }) => account?.number === accountNumber),
    )
    return act(simulation, integration, (scope) => receiveTransfer(scope, transfer))
  },
  /** The payer's decision on the hosted page, without a browser. */
  decideOnPage: ({ reference, decision }: { reference: string; decision: Decision }): Promise<void> =>
    actOnTransaction(simulation, reference, (scope, transaction) => decideOnPage(scope, transaction, decision)),
  /** The payer dials the USSD code, and confirms the payment or does not. */
  dialUssd({ code, isConfirmed }: { code: string; isConfirmed: boolean }): Promise<void> {
    const find = ({ transactions }: Integration) =>
      [...transactions.values()].find(({ ussdCode, status }) => ussdCode === code && status === 'pending')
    const integration = findIntegration(simulation, `open payment of the code ${code}`, find)
    return act(simulation, integration, (scope) => {
      const transaction = find(integration)!
      const { email } = transaction.customer
      if (isConfirmed) payTransaction(scope, transaction, createAuthorization(email, 'ussd', { bank: ussdBank }))
      else failTransaction(transaction, 'Declined by customer')
    })
  },
  /** The customer agrees to a mandate on the hosted page. */
  agreeToMandate({ reference }: { reference: string }): Promise<void> {
    const integration = findIntegration(simulation, `mandate ${reference}`, (one) => one.mandates.has(reference))
    return act(simulation, integration, (scope) => agreeToMandate(scope, integration.mandates.get(reference)!))
  },
  /** The payer disputes a transaction that is paid. */
  openDispute: (dispute: NewDispute): Promise<{ id: number }> =>
    actOnTransaction(simulation, dispute.reference, (scope) => openDispute(scope, dispute)),
  /** A payment that the merchant's program did not start: its event has a reference that the merchant does not know. */
  payUnasked(payment: { domain: Domain; amountKobo: number; email: string }): Promise<{ reference: string }> {
    const { domain, amountKobo: amount, email } = payment
    return act(simulation, simulation.integrations[domain], (scope) => {
      const transaction = createTransaction(scope, { email, amount }, {})
      payTransaction(scope, transaction, createAuthorization(email, 'card'))
      return { reference: transaction.reference }
    })
  },
})
