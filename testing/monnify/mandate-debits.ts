import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'
import { findMandateByCode } from './mandates.ts'
import type { Transaction } from './merchant-account.ts'
import { defineOperation, Naira, toNaira } from './simulation.ts'
import { addTransaction } from './transactions.ts'

/** The bank answers later: `settle-charge`. */
export const debitMandate = defineOperation(
  { id: 'debitMandate', method: 'POST', path: '/api/v1/direct-debit/mandate/debit' },
  z.strictObject({
    paymentReference: z.string().check(z.minLength(1), z.maxLength(64)),
    mandateCode: z.string(),
    debitAmount: Naira,
    narration: z.string().check(z.minLength(1), z.maxLength(100)),
    customerEmail: z.email(),
  }),
  (scope, input) => {
    const { merchant } = scope.simulation
    const { paymentReference, mandateCode, debitAmount: amount, customerEmail, narration } = input
    const mandate = findMandateByCode(merchant, mandateCode)
    if (!mandate) throw new MonnifyError(404, 'Mandate not found')
    if (mandate.status !== 'ACTIVE') throw new MonnifyError(422, 'Mandate is not active')
    if (mandate.customer.email !== customerEmail)
      throw new MonnifyError(422, 'Customer email does not match', { isViolation: true })
    const debited = [...merchant.transactions.values()].filter(
      ({ debit, status }) => debit?.mandateCode === mandateCode && status !== 'FAILED',
    )
    const totalKobo = debited.reduce((sum, { amountKobo }) => sum + amountKobo, amount)
    if (mandate.limitKobo !== null && totalKobo > mandate.limitKobo)
      throw new MonnifyError(422, 'Debit amount exceeds mandate amount')
    const { contractCode } = merchant
    const customerName = mandate.customer.name
    const sale = { amount, paymentReference, customerEmail, customerName, contractCode, paymentDescription: narration }
    const transaction = addTransaction(scope, { ...sale, methods: ['DIRECT_DEBIT'] })
    transaction.debit = { mandateCode, failure: null }
    return { ...toDebitData(transaction), responseMessage: 'Debit mandate request accepted for processing' }
  },
)

export const getDebitStatus = defineOperation(
  { id: 'getDebitStatus', method: 'GET', path: '/api/v1/direct-debit/mandate/debit-status' },
  z.strictObject({ paymentReference: z.string() }),
  ({ simulation }, { paymentReference }) => {
    const found = simulation.merchant.transactions.get(paymentReference)
    if (!found?.debit) throw new MonnifyError(404, 'There is no transaction matching the supplied reference')
    return toDebitData(found)
  },
)

/** A debit that has not failed has an empty object for its message. */
const toDebitData = ({ status, debit, ...transaction }: Transaction) => ({
  transactionStatus: status,
  responseMessage: debit?.failure ?? {},
  transactionReference: transaction.transactionReference,
  paymentReference: transaction.paymentReference,
  debitAmount: toNaira(transaction.amountKobo),
  narration: transaction.description,
  mandateCode: debit?.mandateCode,
})
