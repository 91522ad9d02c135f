import type { getTrialBalance } from '@adire/contract/back-office/money.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { accountMeaning, accountName } from './account-names.ts'

type Account = EndpointOutput<typeof getTrialBalance>['accounts'][number]

/** Row of a trial balance. `path` is that of the accounts of a kind; the total has none. */
export interface TrialBalanceRow {
  key: string
  name: string
  debitKobo: number
  creditKobo: number
  owner?: string
  meaning?: string | undefined
  path?: string
}

const toRow = ({ kind, isOurs, owners, balanceKobo }: Account): TrialBalanceRow => ({
  key: `${kind} ${isOurs}`,
  name: accountName(kind),
  debitKobo: Math.max(0, -balanceKobo),
  creditKobo: Math.max(0, balanceKobo),
  owner: isOurs ? 'Our own' : `${owners} ${owners === 1 ? 'owner' : 'owners'}`,
  meaning: accountMeaning(kind),
  path: `/money/ledger/${kind}`,
})

/** Rows of a trial balance, with the totals of both sides at the end. A negative balance is a debit. */
export function toTrialBalance(accounts: readonly Account[]): TrialBalanceRow[] {
  const rows = accounts.map(toRow)
  const sum = (side: 'debitKobo' | 'creditKobo') => rows.reduce((total, row) => total + row[side], 0)
  return [...rows, { key: 'total', name: 'Total', debitKobo: sum('debitKobo'), creditKobo: sum('creditKobo') }]
}
