/** Bank account to look up. */
export interface AccountLookup {
  /** Bank code of the Central Bank of Nigeria. */
  bankCode: string
  accountNumber: string
  /** Expected name of the account holder. */
  expectedName: string
}

/** Result of an account lookup. `unchecked`: the bank was not queried, and a person must check. */
export type AccountFound = { kind: 'found'; accountName: string } | { kind: 'unknown' } | { kind: 'unchecked' }

/** Result of a Bank Verification Number check. `watch_listed` and `unchecked` need a person's decision. */
export type BvnFound = 'match' | 'mismatch' | 'not_found' | 'watch_listed' | 'unchecked'

export interface AccountNames {
  /** Looks up the holder of an account at its bank. */
  resolve(account: AccountLookup): Promise<AccountFound>
}

export interface Identity {
  /** Checks a Bank Verification Number. */
  verifyBvn(bvn: string): Promise<BvnFound>
}
