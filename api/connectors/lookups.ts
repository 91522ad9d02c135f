import type { bvnOutcomes } from '@adire/contract/kyc.ts'

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

/** The person that a Bank Verification Number should belong to. */
export interface BvnOwner extends Person {
  /** Day of birth, such as `1990-04-12`, and phone number, such as `+2348031234567`. Only for a processor with `needsOwnerDetails`. */
  dateOfBirth?: string | undefined
  phone?: string | undefined
}

export type BvnFound = (typeof bvnOutcomes)[number]

/** How a detail of the owner compares with the register. Only names match partly. */
export type DetailMatch = 'full' | 'partial' | 'none'
export interface BvnMatches {
  name: DetailMatch
  dateOfBirth: DetailMatch
  phone: DetailMatch
}

/** Result of a Bank Verification Number check. */
export interface BvnLookup {
  found: BvnFound
  /** Name in the register, if the processor returns it. */
  registryName: string | null
  /** Result for each detail, if the register compares them one by one. */
  matches: BvnMatches | null
  /** What the processor keeps for the check. */
  feeKobo: number
}

export interface AccountNames {
  /** Looks up the holder of an account at its bank. */
  resolve(account: AccountLookup): Promise<AccountFound>
}

export interface Identity {
  /**
   * Checks whether a Bank Verification Number is that of this person. Each check may cost something, and none is repeated by itself.
   * @throws Error without a definite answer
   */
  verifyBvn(bvn: string, owner: BvnOwner): Promise<BvnLookup>
}
