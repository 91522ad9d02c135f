import { limits } from '@adire/contract/limits.ts'
import type { BankAccounts } from '../charges.ts'
import type { TransferAccounts } from '../instructions.ts'
import { scriptOfAccount } from './cards.ts'
import type { ToOutcome } from './charge-outcome.ts'
import { newAccountNumber, sandboxBankName } from './numbers.ts'
import { runScript } from './run-script.ts'
import type { SandboxStore } from './sandbox-store.ts'

export const openBankAccounts = (store: SandboxStore, toOutcome: ToOutcome): BankAccounts => ({
  findError: (account) => (scriptOfAccount(account) ? undefined : 'Test mode takes test accounts only'),
  debit: (request) =>
    store.addOrUpdateCharge(request.reference, (charge, now) => {
      const script = scriptOfAccount(request)
      if (charge.status === 'open' && script)
        runScript(charge, { script, amountKobo: request.amountKobo, last4: request.accountNumber.slice(-4) }, now)
      return toOutcome(charge)
    }),
})

export const openTransferAccounts = (store: SandboxStore): TransferAccounts => ({
  open: ({ reference, amountKobo, accountName }) =>
    store.updateCharge(reference, (charge, now) => {
      charge.amountKobo = amountKobo
      charge.accountNumber ??= newAccountNumber()
      charge.accountExpiresAt ??= new Date(now.getTime() + limits.transferWindowMs)
      const { accountNumber, accountExpiresAt: expiresAt } = charge
      return { bankName: sandboxBankName, accountNumber, accountName, expiresAt }
    }),
  returnTransfer: (reference) =>
    store.updateCharge(reference, (charge) => {
      if (charge.status === 'success' && charge.paidBy === 'bank_transfer') charge.status = 'closed'
    }),
})
