import { banks, findBank, toBankResponse } from './banks.ts'
import { PaystackError } from './errors.ts'
import { selectByCursor } from './pages.ts'
import type { Answer, Call } from './simulation.ts'

/** All banks; with a page or a page's length, only the banks of that page. */
export function listBanks({ query }: Call): Answer {
  const message = 'Banks retrieved'
  const { perPage, page, next, previous, use_cursor } = query
  if (![perPage, page, next, previous, use_cursor].some((one) => one !== undefined))
    return { message, data: banks.map(toBankResponse) }
  const { rows, meta } = selectByCursor(banks, query)
  return { message, data: rows.map(toBankResponse), meta }
}

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
    data: { account_number: number, account_name: known ?? `ADA OBI ${number.slice(-4)}` },
  }
}

export const fetchBalance = ({ integration }: Call): Answer => ({
  message: 'Balances retrieved',
  data: [{ currency: 'NGN', balance: integration.balanceKobo }],
})
