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

/** A person by name. */
export interface Person {
  firstName: string
  lastName: string
}

/** Answers to a Bank Verification Number. `watch_listed` and `unchecked` need a person's decision. */
export const bvnOutcomes = ['match', 'mismatch', 'not_found', 'watch_listed', 'unchecked'] as const
export type BvnFound = (typeof bvnOutcomes)[number]

/** Result of a Bank Verification Number check, with the name in the register, if it tells one. */
export interface BvnLookup {
  found: BvnFound
  registryName: string | null
}

export interface AccountNames {
  /** Looks up the holder of an account at its bank. */
  resolve(account: AccountLookup): Promise<AccountFound>
}

export interface Identity {
  /** Checks whether a Bank Verification Number is that of this person. */
  verifyBvn(bvn: string, owner: Person): Promise<BvnLookup>
}
