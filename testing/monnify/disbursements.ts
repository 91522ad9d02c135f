import * as z from 'zod/mini'
import { findBank, findHolder } from './banks.ts'
import { MonnifyError } from './errors.ts'
import { createSerial, type Disbursement, type DisbursementStatus, transferFeesKobo } from './merchant-account.ts'
import { Digits, isWithin, selectPage, toListedTime } from './pages.ts'
import { defineOperation, Naira, type Scope, toNaira } from './simulation.ts'
import { readWallet, takeFromWallet } from './wallet.ts'

const SenderInfo = z.record(z.string(), z.unknown())
/** Time in which a second transfer of the same amount to the same account is rejected. */
const repetitionMs = 120_000

/** The money leaves the wallet at once, with the fees. */
export const initiateSingleTransfer = defineOperation(
  { id: 'initiateSingleTransfer', method: 'POST', path: '/api/v2/disbursements/single' },
  z.strictObject({
    amount: Naira,
    reference: z.string().check(z.minLength(1)),
    narration: z.string().check(z.minLength(1), z.maxLength(100)),
    destinationBankCode: z.string(),
    destinationAccountNumber: z.string().check(z.regex(/^\d{10}$/)),
    destinationAccountName: z.string(),
    currency: z.literal('NGN'),
    sourceAccountNumber: z.string(),
    async: z.optional(z.boolean()),
    senderInfo: z.optional(SenderInfo),
  }),
  ({ simulation }, input) => {
    const { merchant, now } = simulation
    const { reference, destinationBankCode: bankCode, destinationAccountNumber: accountNumber } = input
    if (merchant.disbursements.has(reference)) throw new MonnifyError(422, 'Duplicate transfer reference')
    if (input.sourceAccountNumber !== merchant.walletAccount)
      throw new MonnifyError(422, 'Source account not found', { isViolation: true })
    const holder = findHolder(simulation, bankCode, accountNumber)
    if (!findBank(bankCode) || holder === null)
      throw new MonnifyError(422, 'Destination account not found', { isViolation: true })
    if (input.destinationAccountName !== holder)
      throw new MonnifyError(422, 'Account name does not match the name inquiry', { isViolation: true })
    const isRepeated = [...merchant.disbursements.values()].some(
      (one) =>
        one.amountKobo === input.amount &&
        one.accountNumber === accountNumber &&
        now().getTime() - one.createdAt.getTime() < repetitionMs,
    )
    if (isRepeated) throw new MonnifyError(422, 'Duplicate request', { code: 'D07' })
    const feesKobo = transferFeesKobo(input.amount)
    takeFromWallet(simulation, input.amount + feesKobo, new MonnifyError(422, 'Insufficient balance'))
    const disbursement: Disbursement = {
      reference,
      transactionReference: `MFDS${createSerial(12)}`,
      status: 'PENDING',
      amountKobo: input.amount,
      feesKobo,
      narration: input.narration,
      bankCode,
      accountNumber,
      accountName: holder,
      sessionId: `0904052${createSerial(20)}`,
      createdAt: now(),
      completedAt: null,
    }
    merchant.disbursements.set(reference, disbursement)
    return {
      amount: toNaira(disbursement.amountKobo),
      reference,
      status: disbursement.status,
      dateCreated: disbursement.createdAt.toISOString(),
      totalFee: toNaira(feesKobo),
      destinationAccountName: holder,
      destinationBankName: findBank(bankCode)!.name,
      destinationAccountNumber: accountNumber,
      destinationBankCode: bankCode,
    }
  },
)

export const getSingleTransferStatus = defineOperation(
  { id: 'getSingleTransferStatus', method: 'GET', path: '/api/v2/disbursements/single/summary' },
  z.strictObject({ reference: z.string() }),
  ({ simulation }, { reference }) => {
    const found = simulation.merchant.disbursements.get(reference)
    if (!found) throw new MonnifyError(404, 'There is no transfer matching the supplied reference')
    return toDisbursementData(found)
  },
)

export const searchDisbursements = defineOperation(
  { id: 'searchDisbursements', method: 'GET', path: '/api/v2/disbursements/search-transactions' },
  z.strictObject({
    sourceAccountNumber: z.string(),
    pageNo: z.optional(Digits),
    pageSize: z.optional(Digits),
    startDate: z.optional(Digits),
    endDate: z.optional(Digits),
  }),
  ({ simulation: { merchant } }, { sourceAccountNumber, pageNo: page, pageSize: size, startDate, endDate }) => {
    if (sourceAccountNumber !== merchant.walletAccount)
      throw new MonnifyError(404, 'Wallet not found', { isViolation: true })
    const found = [...merchant.disbursements.values()].filter((one) => isWithin(one.createdAt, startDate, endDate))
    return selectPage(found.toReversed().map(toDisbursementData), { page, size })
  },
)

export const getWalletBalance = defineOperation(
  { id: 'getWalletBalance', method: 'GET', path: '/api/v2/disbursements/wallet-balance' },
  z.strictObject({ accountNumber: z.string() }),
  ({ simulation }, { accountNumber }) => {
    if (accountNumber !== simulation.merchant.walletAccount)
      throw new MonnifyError(404, 'Wallet not found', { isViolation: true })
    const naira = toNaira(readWallet(simulation))
    return { availableBalance: naira, ledgerBalance: naira }
  },
)

const toDisbursementData = (disbursement: Disbursement) => ({
  amount: toNaira(disbursement.amountKobo),
  reference: disbursement.reference,
  narration: disbursement.narration,
  currency: 'NGN',
  fee: toNaira(disbursement.feesKobo),
  twoFaEnabled: false,
  status: disbursement.status,
  transactionDescription: disbursement.status === 'SUCCESS' ? 'Transaction successful' : '',
  transactionReference: disbursement.transactionReference,
  sessionId: disbursement.status === 'SUCCESS' ? disbursement.sessionId : '',
  createdOn: toListedTime(disbursement.createdAt),
  completedOn: toListedTime(disbursement.completedAt),
  destinationAccountNumber: disbursement.accountNumber,
  destinationAccountName: disbursement.accountName,
  destinationBankCode: disbursement.bankCode,
  destinationBankName: findBank(disbursement.bankCode)!.name,
})

const events: Partial<Record<DisbursementStatus, string>> = {
  SUCCESS: 'SUCCESSFUL_DISBURSEMENT',
  FAILED: 'FAILED_DISBURSEMENT',
  REVERSED: 'REVERSED_DISBURSEMENT',
}

/**
 * Moves a disbursement to another status. Money that did not arrive returns to the wallet; only `SUCCESS` can become `REVERSED`, and what
 * did not arrive can be paid late.
 * @throws {Error} if there is no such disbursement, or it has ended
 */
export function settleDisbursement(
  { simulation, emitEvent }: Scope,
  reference: string,
  status: DisbursementStatus,
): void {
  const { merchant, now } = simulation
  const found = merchant.disbursements.get(reference)
  const isOpen = found?.status === 'PENDING' || found?.status === 'PENDING_AUTHORIZATION'
  const isLate = (found?.status === 'FAILED' || found?.status === 'REVERSED') && status === 'SUCCESS'
  if (!found || !(isOpen || isLate || (found.status === 'SUCCESS' && status === 'REVERSED')))
    throw new Error(`No disbursement ${reference} is open`)
  if (isLate) merchant.walletKobo -= found.amountKobo + found.feesKobo
  Object.assign(found, { status, completedAt: now() })
  if (status === 'FAILED' || status === 'REVERSED') merchant.walletKobo += found.amountKobo + found.feesKobo
  const eventType = events[status]
  if (eventType) emitEvent({ eventType, eventData: toDisbursementData(found) })
}
