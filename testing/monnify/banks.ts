import * as z from 'zod/mini'
import { banks } from '../paystack/banks.ts'
import { MonnifyError } from './errors.ts'
import { defineOperation, type Simulation, toNairaText } from './simulation.ts'

export const findBank = (code: string) => banks.find((bank) => bank.code === code)

/** Codes that a payer dials, by bank. */
const ussdTemplates: Record<string, string> = {
  '058': '*737*2*Amount*AccountNumber#',
  '044': '*901*Amount*AccountNumber#',
  '011': '*894*Amount*AccountNumber#',
  '033': '*919*4*AccountNumber*Amount#',
  '057': '*966*Amount*AccountNumber#',
}

/** Code by which a payer of a bank makes a transfer; null if the bank has none. */
export const findUssdCode = (bankCode: string, amountKobo: number, accountNumber: string): string | null =>
  ussdTemplates[bankCode]?.replace('Amount', toNairaText(amountKobo)).replace('AccountNumber', accountNumber) ?? null

const toBankData = ({ code, name }: (typeof banks)[number]) => ({
  name,
  code,
  ussdTemplate: ussdTemplates[code] ?? null,
  baseUssdCode: ussdTemplates[code]?.match(/^\*\d+/)?.[0].concat('#') ?? null,
  transferUssdTemplate: ussdTemplates[code] ?? null,
})

const Nothing = z.strictObject({})

export const listBanks = defineOperation({ id: 'getBanks', method: 'GET', path: '/api/v1/banks' }, Nothing, () =>
  banks.map(toBankData),
)

export const listBanksWithUssd = defineOperation(
  { id: 'listBanks', method: 'GET', path: '/api/v1/sdk/transactions/banks' },
  Nothing,
  () => banks.filter(({ code }) => ussdTemplates[code]).map(toBankData),
)

/** Name of the holder of an account; null if there is no such account. */
export const findHolder = ({ accountNames }: Simulation, bankCode: string, accountNumber: string): string | null => {
  const known = accountNames.get(`${bankCode}/${accountNumber}`)
  return known === undefined ? 'TEST ACCOUNT' : known
}

export const validateBankAccount = defineOperation(
  { id: 'validateBankAccount', method: 'GET', path: '/api/v1/disbursements/account/validate' },
  z.strictObject({ accountNumber: z.string().check(z.regex(/^\d{10}$/)), bankCode: z.string() }),
  ({ simulation }, { accountNumber, bankCode }) => {
    const accountName = findBank(bankCode) ? findHolder(simulation, bankCode, accountNumber) : null
    if (accountName === null) throw new MonnifyError(404, 'Account details not found')
    return { accountNumber, accountName, bankCode, currencyCode: 'NGN' }
  },
)
