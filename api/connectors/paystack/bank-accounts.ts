import type { BankAccounts } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import { chargeTyped } from './challenges.ts'
import type { PaystackClient } from './client.ts'

/** Debits of bank accounts that payers type on our page, by Paystack's charge API. Otherwise as `paystackCards`. */
export const paystackBankAccounts = (client: PaystackClient): BankAccounts => ({
  // Paystack checks the account when it is debited.
  findError: () => undefined,
  debit: ({ bankCode: code, accountNumber, ...charge }) =>
    chargeTyped(client, charge, { bank: { code, account_number: accountNumber } }, toDeclineReason),
})
