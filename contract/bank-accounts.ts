import { approvalErrors } from './approvals.ts'
import type * as schemas from './bank-accounts-schemas.ts'
import { endpointsFor } from './endpoint.ts'

export const listBankAccounts = endpointsFor('core', 'merchant', 'account', 'bank_accounts').get<
  typeof schemas.listBankAccounts
>('bank-accounts')

/** Errors of a change of the account that payouts go to. */
export const payoutAccountErrors = [
  'account_unknown',
  'bank_account_changed',
  'bank_account_exists',
  'bank_account_not_found',
  'confirmation_required',
  'primary_account_needed',
  'too_many_attempts',
] as const

const member = endpointsFor('core', 'member', 'account', 'bank_accounts')
export const resolveAccount = member.get<typeof schemas.resolveAccount>('bank-accounts/resolve', {
  topic: 'none',
  errors: ['account_unknown', 'too_many_attempts'],
})
export const addBankAccount = member.create<typeof schemas.addBankAccount>('bank-accounts', {
  errors: [
    'account_unknown',
    'bank_account_exists',
    'confirmation_required',
    'too_many_attempts',
    'too_many_bank_accounts',
    ...approvalErrors,
  ],
})
export const updateBankAccount = member.post<typeof schemas.updateBankAccount>('bank-accounts/:id', {
  errors: [...payoutAccountErrors, ...approvalErrors],
})
export const deleteBankAccount = member.del<typeof schemas.deleteBankAccount>('bank-accounts/:id', {
  errors: ['bank_account_in_use', 'bank_account_not_found', 'confirmation_required', 'primary_account'],
})
export const cancelPayoutAccountChange = member.del<typeof schemas.cancelPayoutAccountChange>(
  'bank-accounts/:id/pending-change',
  { errors: ['pending_change_not_found'] },
)
