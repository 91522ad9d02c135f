import * as z from 'zod/mini'
import { paymentFeesKobo, type Transaction } from './merchant-account.ts'
import { Digits, isWithin, selectPage, toListedTime } from './pages.ts'
import { defineOperation, toNaira } from './simulation.ts'

/** Transaction as the search returns it: amounts are numbers, and there is no amount after fees. */
const toListedTransaction = (transaction: Transaction) => {
  const { amountKobo, status, paidAt, customer } = transaction
  const isPaid = paidAt !== null
  return {
    customerDTO: { email: customer.email, name: customer.name, merchantCode: 'SIMULATOR' },
    createdOn: toListedTime(transaction.createdAt),
    amount: toNaira(amountKobo),
    flagged: false,
    currencyCode: 'NGN',
    completedOn: toListedTime(paidAt),
    paymentDescription: transaction.description,
    paymentStatus: status,
    paymentMethod: transaction.paidBy,
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    merchantCode: 'SIMULATOR',
    merchantName: 'Merchant',
    completed: isPaid,
    paymentMethodList: transaction.methods,
    collectionChannel: 'API_NOTIFICATION',
    payableAmount: toNaira(amountKobo),
    ...(isPaid && { amountPaid: toNaira(amountKobo), fee: toNaira(paymentFeesKobo(amountKobo)) }),
  }
}

export const searchTransactions = defineOperation(
  { id: 'searchTransactions', method: 'GET', path: '/api/v1/transactions/search' },
  z.strictObject({
    page: z.optional(Digits),
    size: z.optional(Digits),
    paymentReference: z.optional(z.string()),
    transactionReference: z.optional(z.string()),
    paymentStatus: z.optional(z.string()),
    from: z.optional(Digits),
    to: z.optional(Digits),
  }),
  ({ simulation }, input) => {
    const fits = (selected: string | undefined, actual: string) => selected === undefined || selected === actual
    const found = [...simulation.merchant.transactions.values()].filter(
      (one) =>
        fits(input.paymentStatus, one.status) &&
        fits(input.paymentReference, one.paymentReference) &&
        fits(input.transactionReference, one.transactionReference) &&
        isWithin(one.createdAt, input.from, input.to),
    )
    return selectPage(found.toReversed().map(toListedTransaction), input)
  },
)
