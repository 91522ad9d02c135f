import { problem } from '../../../http/problem.ts'

/**
 * The bank with this code of those that a channel offers.
 * @throws 422 validation_error at `bankCode`
 */
export function requireBank<Bank extends { code: string }>(banks: readonly Bank[], code: string): Bank {
  const bank = banks.find((one) => one.code === code)
  if (!bank) throw problem.field('bankCode', 'Choose a bank from the list')
  return bank
}
