import { banks, findBank, toBankResponse } from './banks.ts'
import { PaystackError } from './errors.ts'
import type { Answer, Call } from './simulation.ts'

export const listBanks = (): Answer => ({ message: 'Banks retrieved', data: banks.map(toBankResponse) })

export function resolveAccount({ simulation, query }: Call): Answer {
  const { account_number: number = '', bank_code: code = '' } = query
  if (!findBank(code)) throw new PaystackError(400, `Unknown bank code: ${code}`, { code: 'unknown_bank_code' })
  const known = simulation.accountNames.get(`${code}/${number}`)
  if (known === null || !/^\d{10}$/.test(number))
    throw new PaystackError(422, 'Could not resolve account name. Check parameters or try again.', {
      code: 'invalid_bank_code',
    })
  return {
    message: 'Account number resolved',
    data: { account_number: number, account_name: known ?? `ADA OBI ${number.slice(-4)}`, bank_id: findBank(code)!.id },
  }
}

export const fetchBalance = ({ integration }: Call): Answer => ({
  message: 'Balances retrieved',
  data: [{ currency: 'NGN', balance: integration.balanceKobo }],
})
