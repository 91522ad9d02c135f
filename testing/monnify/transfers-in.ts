import type { TransferIn, TransferInResult } from '../processor/transfer-in.ts'
import type { Transaction } from './merchant-account.ts'
import { type Scope, toNaira } from './simulation.ts'
import { findTransaction, payTransaction } from './transactions.ts'

/** @throws {Error} if no transaction has the account number */
export function receiveTransfer(scope: Scope, transfer: TransferIn): TransferInResult {
  const { accountNumber, amountKobo, senderName, senderBank } = transfer
  const found = [...scope.simulation.merchant.transactions.values()].find(
    (one) => one.account?.number === accountNumber,
  )
  if (!found) throw new Error(`No transaction has the account number ${accountNumber}`)
  const transaction = findTransaction(scope.simulation, found.paymentReference)
  const reason = findRejection(transaction, amountKobo)
  const sender = { name: senderName, bankName: senderBank, bankCode: '50211', accountNumber: '2000000001' }
  if (!reason) {
    payTransaction(scope, transaction, 'ACCOUNT_TRANSFER', { sender })
    return { kind: 'paid' }
  }
  scope.emitEvent({
    eventType: 'REJECTED_PAYMENT',
    eventData: {
      product: { reference: transaction.paymentReference, type: 'API_NOTIFICATION' },
      amount: toNaira(transaction.amountKobo),
      paymentSourceInformation: {
        bankCode: sender.bankCode,
        amountPaid: toNaira(amountKobo),
        accountName: sender.name,
        accountNumber: sender.accountNumber,
        sessionId: crypto.randomUUID(),
      },
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      paymentRejectionInformation: {
        destinationAccountNumber: accountNumber,
        rejectionReason: reason,
        expectedAmount: toNaira(transaction.amountKobo),
      },
      paymentDescription: transaction.description,
      customer: transaction.customer,
    },
  })
  return { kind: 'rejected', reason }
}

function findRejection({ status, amountKobo }: Transaction, sentKobo: number): string | undefined {
  if (status === 'EXPIRED') return 'EXPIRED_ACCOUNT'
  if (status !== 'PENDING') return 'DUPLICATE_PAYMENT'
  if (sentKobo === amountKobo) return undefined
  return sentKobo < amountKobo ? 'UNDER_PAYMENT' : 'OVER_PAYMENT'
}
