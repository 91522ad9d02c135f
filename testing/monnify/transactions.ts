import * as z from 'zod/mini'
import { findUssdCode } from './banks.ts'
import { MonnifyError } from './errors.ts'
import {
  type Card,
  createSerial,
  type PaymentMethod,
  paymentFeesKobo,
  paymentMethods,
  type Transaction,
  toReferenceTime,
} from './merchant-account.ts'
import { defineOperation, Naira, type Scope, type Simulation, toNaira, toNairaText } from './simulation.ts'

const Payment = z.object({
  amount: Naira,
  customerName: z.string().check(z.minLength(1)),
  customerEmail: z.email(),
  paymentReference: z.string().check(z.minLength(1)),
  contractCode: z.string(),
  metaData: z.optional(z.record(z.string(), z.unknown())),
})

/** One-time account number, valid for 40 minutes. */
const accountSeconds = 2_400
const accountBank = { bankName: 'Moniepoint Microfinance Bank', bankCode: '50515' }
const minimumKobo = 2_000

export const initializeTransaction = defineOperation(
  { id: 'initializeTransaction', method: 'POST', path: '/api/v1/merchant/transactions/init-transaction' },
  z.strictObject({
    ...Payment.shape,
    paymentDescription: z.string(),
    currencyCode: z.literal('NGN'),
    redirectUrl: z.optional(z.url()),
    paymentMethods: z.optional(z.array(z.enum(paymentMethods)).check(z.minLength(1))),
  }),
  (scope, input) => {
    const { url, merchant } = scope.simulation
    const transaction = addTransaction(scope, { ...input, methods: input.paymentMethods ?? paymentMethods })
    return {
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      merchantName: 'Merchant',
      apiKey: merchant.apiKey,
      redirectUrl: transaction.redirectUrl,
      enabledPaymentMethod: transaction.methods,
      checkoutUrl: `${url()}/checkout/${encodeURIComponent(transaction.transactionReference)}`,
    }
  },
)

type NewTransaction = z.output<typeof Payment> & {
  paymentDescription: string
  redirectUrl?: string | undefined
  methods: readonly PaymentMethod[]
}

export function addTransaction({ simulation }: Scope, input: NewTransaction): Transaction {
  const { merchant } = simulation
  if (input.contractCode !== merchant.contractCode)
    throw new MonnifyError(422, 'Contract not found', { isViolation: true })
  if (input.amount < minimumKobo)
    throw new MonnifyError(422, 'Amount is below the minimum of 20 naira', { isViolation: true })
  if (merchant.transactions.has(input.paymentReference)) throw new MonnifyError(422, 'Duplicate payment reference')
  const transaction: Transaction = {
    transactionReference: `MNFY|99|${toReferenceTime(simulation.now())}|${createSerial(6)}`,
    paymentReference: input.paymentReference,
    status: 'PENDING',
    amountKobo: input.amount,
    description: input.paymentDescription,
    customer: { name: input.customerName, email: input.customerEmail },
    methods: input.methods,
    redirectUrl: input.redirectUrl ?? null,
    paidBy: null,
    createdAt: simulation.now(),
    paidAt: null,
    isSettled: false,
    debit: null,
    card: null,
    account: null,
    sender: null,
  }
  merchant.transactions.set(transaction.paymentReference, transaction)
  return transaction
}

/** @throws {MonnifyError} 404 if there is none */
export function findTransaction(simulation: Simulation, reference: string): Transaction {
  const { transactions } = simulation.merchant
  const found =
    transactions.get(reference) ?? [...transactions.values()].find((one) => one.transactionReference === reference)
  if (!found) throw new MonnifyError(404, 'There is no transaction matching the supplied reference')
  const isOver = found.account && found.account.expiresAt <= simulation.now()
  if (found.status === 'PENDING' && isOver) found.status = 'EXPIRED'
  return found
}

export const payWithBankTransfer = defineOperation(
  { id: 'payWithBankTransfer', method: 'POST', path: '/api/v1/merchant/bank-transfer/init-payment' },
  z.strictObject({ transactionReference: z.string(), bankCode: z.optional(z.string()) }),
  ({ simulation }, { transactionReference, bankCode }) => {
    const transaction = findTransaction(simulation, transactionReference)
    if (transaction.status !== 'PENDING' || !transaction.methods.includes('ACCOUNT_TRANSFER'))
      throw new MonnifyError(422, 'Transaction can not be paid by transfer')
    const expiresAt = new Date(simulation.now().getTime() + accountSeconds * 1000)
    transaction.account ??= { number: `6${createSerial(9)}`, expiresAt }
    const { account, amountKobo, paymentReference } = transaction
    return {
      accountNumber: account.number,
      accountName: 'Merchant',
      ...accountBank,
      accountDurationSeconds: Math.round((account.expiresAt.getTime() - simulation.now().getTime()) / 1000),
      ussdPayment: bankCode ? findUssdCode(bankCode, amountKobo, account.number) : null,
      requestTime: toZoneless(simulation.now()),
      expiresOn: toZoneless(account.expiresAt),
      transactionReference,
      paymentReference,
      amount: toNaira(amountKobo),
      fee: 0,
      totalPayable: toNaira(amountKobo),
      collectionChannel: 'API_NOTIFICATION',
      productInformation: null,
    }
  },
)

/** Monnify's instants are in West Africa Time and do not say so. */
const toZoneless = (instant: Date) => new Date(instant.getTime() + 3_600_000).toISOString().slice(0, 19)

export const chargeCardToken = defineOperation(
  { id: 'chargeCardToken', method: 'POST', path: '/api/v1/merchant/cards/charge-card-token' },
  z.strictObject({
    ...Payment.shape,
    cardToken: z.string(),
    paymentDescription: z.optional(z.string()),
    currencyCode: z.optional(z.literal('NGN')),
    apiKey: z.string(),
  }),
  (scope, input) => {
    const { merchant } = scope.simulation
    if (input.apiKey !== merchant.apiKey) throw new MonnifyError(422, 'Invalid API key', { isViolation: true })
    if (merchant.transactions.has(input.paymentReference)) throw new MonnifyError(422, 'Duplicate payment reference')
    const card = merchant.cards.get(input.cardToken)
    // The pair of token and email is what Monnify checks.
    if (!card || card.email !== input.customerEmail) throw new MonnifyError(404, 'Invalid card token')
    if (card.isExpired) throw new MonnifyError(422, 'Card token has expired.')
    const transaction = addTransaction(scope, {
      ...input,
      paymentDescription: input.paymentDescription ?? '',
      methods: ['CARD'],
    })
    Object.assign(transaction, { card })
    if (!card.isDelayed) settleCharge(scope, transaction, card.declineMessage)
    if (card.declineMessage !== null && !card.isDelayed) throw new MonnifyError(422, card.declineMessage)
    return toTransactionData(transaction)
  },
)

/** Outcome of a charge of a token or of a debit; null pays it. */
export function settleCharge(scope: Scope, transaction: Transaction, declineMessage: string | null): void {
  const { debit, card } = transaction
  if (declineMessage === null) payTransaction(scope, transaction, debit ? 'DIRECT_DEBIT' : 'CARD', { card })
  else {
    transaction.status = 'FAILED'
    if (debit) debit.failure = declineMessage
  }
}

/** Marks a transaction as paid, once, and sends the event. */
export function payTransaction(
  { simulation, emitEvent }: Scope,
  transaction: Transaction,
  paidBy: PaymentMethod,
  details: Partial<Pick<Transaction, 'card' | 'sender'>>,
): void {
  if (transaction.status === 'PAID' || transaction.status === 'REVERSED') return
  Object.assign(transaction, details, { status: 'PAID', paidBy, paidAt: simulation.now() })
  const { amountPaid, totalPayable, accountDetails, ...data } = toTransactionData(transaction)
  emitEvent({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      ...data,
      amountPaid: Number(amountPaid),
      totalPayable: Number(totalPayable),
      paymentSourceInformation: accountDetails ? [accountDetails] : [],
    },
  })
}

/** Card as a hosted page charges it: Monnify keeps a token of it. */
export function saveCard({ merchant }: Simulation, email: string): Card {
  const known = [...merchant.cards.values()].find((card) => card.email === email)
  const card: Card = known ?? {
    token: `MNFY_${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`,
    email,
    last4: '4081',
    bin: '408408',
    isExpired: false,
    declineMessage: null,
    isDelayed: false,
  }
  merchant.cards.set(card.token, card)
  return card
}

const toCardData = ({ token, last4, bin }: Card) => ({
  cardType: 'Visa',
  last4,
  expMonth: '12',
  expYear: '30',
  bin,
  bankCode: null,
  bankName: 'Test Bank',
  reusable: true,
  countryCode: null,
  cardToken: token,
  supportsTokenization: true,
  maskedPan: `${bin}******${last4}`,
})

/** Transaction as the query returns it: amounts are text. */
export function toTransactionData(transaction: Transaction) {
  const { amountKobo, status, card, sender, paidAt } = transaction
  const paidKobo = status === 'PAID' ? amountKobo : 0
  const accountDetails = sender && {
    accountName: sender.name,
    accountNumber: sender.accountNumber,
    bankCode: sender.bankCode,
    bankName: sender.bankName,
    amountPaid: toNairaText(paidKobo),
  }
  return {
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    amountPaid: toNairaText(paidKobo),
    totalPayable: toNairaText(amountKobo),
    settlementAmount: toNairaText(paidKobo - paymentFeesKobo(paidKobo)),
    paidOn: paidAt && toZoneless(paidAt).replace('T', ' '),
    paymentStatus: status,
    paymentDescription: transaction.description,
    currency: 'NGN',
    paymentMethod: transaction.paidBy,
    product: { type: 'API_NOTIFICATION', reference: transaction.paymentReference },
    cardDetails: card ? toCardData(card) : null,
    accountDetails,
    accountPayments: accountDetails ? [accountDetails] : [],
    customer: transaction.customer,
    metaData: {},
  }
}

export const getTransactionStatus = defineOperation(
  { id: 'getTransactionStatus', method: 'GET', path: '/api/v2/merchant/transactions/query' },
  z.union([z.strictObject({ paymentReference: z.string() }), z.strictObject({ transactionReference: z.string() })]),
  ({ simulation }, input) => toTransactionData(findTransaction(simulation, Object.values(input)[0]!)),
)

export const getTransaction = defineOperation(
  { id: 'getTransaction', method: 'GET', path: '/api/v2/transactions/:transactionReference' },
  z.strictObject({ transactionReference: z.string() }),
  ({ simulation }, { transactionReference }) => toTransactionData(findTransaction(simulation, transactionReference)),
)
