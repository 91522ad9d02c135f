import * as z from 'zod/mini'
import { findBank } from './banks.ts'
import { PaystackError } from './errors.ts'
import { type Customer, findOrCreateCustomer, type Integration } from './integration.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toCustomerData } from './transaction-data.ts'

const CreateCustomer = z.object({ email: z.string() })
const Identify = z.object({
  bvn: z.string(),
  bank_code: z.string(),
  account_number: z.string(),
})
const Validate = z.object({ account_name: z.string(), account_number: z.string(), bank_code: z.string() })

export function createCustomer({ integration, body }: Call): Answer {
  const customer = findOrCreateCustomer(integration, CreateCustomer.parse(body).email)
  return { message: 'Customer created', data: { ...toCustomerData(customer), domain: integration.domain } }
}

const findCustomer = ({ customers }: Integration, code: string): Customer | undefined =>
  [...customers.values()].find((one) => one.code === code)

/** `POST /customer/{code}/identification`: whether the BVN owns the account comes as an event. */
export function identifyCustomer({ integration, params, body }: Call): Answer {
  const customer = findCustomer(integration, params.code!)
  if (!customer) throw new PaystackError(404, 'Customer not found', { code: 'customer_not_found' })
  const { bvn, bank_code, account_number } = Identify.parse(body)
  if (!/^\d{11}$/.test(bvn) || !/^\d{10}$/.test(account_number) || !findBank(bank_code))
    throw new PaystackError(400, 'Identification details are invalid', { code: 'invalid_params' })
  customer.identification = { bvn, bankCode: bank_code, accountNumber: account_number }
  return { status: 202, message: 'Customer Identification in progress' }
}

const maskText = (text: string) => `${text.slice(0, 3)}${'*'.repeat(text.length - 6)}${text.slice(-3)}`

/** Result of an identification; `reason` for one that failed. */
export function settleIdentification(scope: Scope, customerCode: string, reason: string | null): void {
  const customer = findCustomer(scope.integration, customerCode)
  if (!customer?.identification) throw new Error(`Customer ${customerCode} is not being identified`)
  const { bvn, bankCode, accountNumber } = customer.identification
  customer.identification = null
  const { id, email, code } = customer
  scope.emitEvent({
    event: `customeridentification.${reason === null ? 'success' : 'failed'}`,
    data: {
      customer_id: id,
      customer_code: code,
      email,
      identification: {
        country: 'NG',
        type: 'bank_account',
        bvn: maskText(bvn),
        account_number: maskText(accountNumber),
        bank_code: bankCode,
      },
      ...(reason !== null && { reason }),
    },
  })
}

/** `POST /bank/validate`: whether an account belongs to a name. */
export function validateAccount({ simulation, body }: Call): Answer {
  const { account_name, account_number, bank_code } = Validate.parse(body)
  const name = simulation.accountNames.get(`${bank_code}/${account_number}`)
  const isKnown = name !== null && findBank(bank_code) !== undefined
  const isMatch = isKnown && (name === undefined || name.toLowerCase() === account_name.toLowerCase())
  const data = {
    accountAcceptsDebits: isKnown,
    accountAcceptsCredits: isKnown,
    accountHolderMatch: isMatch,
    accountOpenForMoreThanThreeMonths: isKnown,
    accountOpen: isKnown,
    verified: isMatch,
    verificationMessage: isMatch ? 'Account is verified successfully' : 'Account could not be verified',
  }
  return { message: 'Personal Account Verification attempted', data }
}
