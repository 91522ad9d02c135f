import type * as schemas from './bank-accounts-schemas.ts'
import { endpointsFor } from './endpoint.ts'

export const listBankAccounts = endpointsFor('core', 'merchant', 'account').get<typeof schemas.listBankAccounts>(
  'bank-accounts',
)

const member = endpointsFor('core', 'member', 'account')
export const resolveAccount = member.get<typeof schemas.resolveAccount>('bank-accounts/resolve', { topic: 'none' })
export const addBankAccount = member.create<typeof schemas.addBankAccount>('bank-accounts')
export const updateBankAccount = member.post<typeof schemas.updateBankAccount>('bank-accounts/:id')
export const deleteBankAccount = member.del<typeof schemas.deleteBankAccount>('bank-accounts/:id')
export const cancelPayoutAccountChange = member.del<typeof schemas.cancelPayoutAccountChange>(
  'bank-accounts/:id/pending-change',
)
