import type { AccountFound, AccountLookup, BvnFound, BvnLookup, Person } from '../lookups.ts'

/**
 * Holder names of the accounts that the sandbox knows, by bank code and number. `expectedName`: the holder is always the expected
 * name of the lookup.
 */
const accounts: Record<string, string | { expectedName: true }> = {
  '058/0000000018': 'ADA TEST OBI',
  '058/0000000025': 'BAYO TEST ADE',
  '058/0000000032': 'CHIKE TEST EZE',
  '058/0000000049': 'DELE TEST OJO',
  '058/0000000056': 'EFE TEST IGHO',
  '058/0000000063': 'FATIMA TEST BELLO',
  '058/0000000070': 'GARBA TEST MUSA',
  '058/0000000087': 'HADIZA TEST SANI',
  '057/0000000011': 'ADA TEST OBI',
  '057/0000000028': 'BAYO TEST ADE',
  '044/0000000017': { expectedName: true },
  '044/0000000024': 'SOMEBODY ELSE',
  '044/0000000031': { expectedName: true },
}

const bvns: Record<string, BvnFound | 'timeout'> = {
  '22222222222': 'match',
  '22222222223': 'mismatch',
  '22222222224': 'not_found',
  '22222222225': 'watch_listed',
  '22222222226': 'timeout',
}

/** Looks up the holder of a test account. Returns `unchecked` for a number that could be a real account. */
export async function resolveSandboxAccount({
  bankCode,
  accountNumber,
  expectedName,
}: AccountLookup): Promise<AccountFound> {
  const found = accounts[`${bankCode}/${accountNumber}`]
  if (found) return { kind: 'found', accountName: typeof found === 'string' ? found : expectedName.toUpperCase() }
  return accountNumber.startsWith('00000000') ? { kind: 'unknown' } : { kind: 'unchecked' }
}

/**
 * Checks a test BVN. Returns `unchecked` for any other number.
 * @throws Error for the test BVN that simulates a timeout
 */
export async function verifySandboxBvn(bvn: string, { firstName, lastName }: Person): Promise<BvnLookup> {
  const found = bvns[bvn] ?? 'unchecked'
  if (found === 'timeout') throw new Error('The register of Bank Verification Numbers did not answer')
  const owner = `${lastName} ${firstName}`.toUpperCase()
  const names: Partial<Record<BvnFound, string>> = { match: owner, watch_listed: owner, mismatch: 'EZE SOMEBODY ELSE' }
  return { found, registryName: names[found] ?? null, matches: null, feeKobo: 0 }
}

/** Whether a BVN is one of the sandbox's, so that a real BVN is never decided automatically. */
export const isSandboxBvn = (bvn: string) => bvn in bvns
