import type { Tx } from '../database/connect.ts'
import { bankAccounts } from '../features/bank-accounts/tables.ts'
import { accessBankId } from './settlement-fixture.ts'

/** Adds the account that a business is paid to. */
export const addPayoutAccount = (tx: Tx, merchantId: string, now: Date) =>
  tx.insert(bankAccounts).values({
    merchantId,
    bankId: accessBankId,
    accountNumber: '0000000017',
    accountName: 'ADE STORES',
    nameMatches: true,
    alias: 'Main',
    primaryAccount: true,
    createdAt: now,
  })
