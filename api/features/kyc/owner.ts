import type { BvnLookup, BvnMatches, BvnOwner } from '../../connectors/lookups.ts'
import type { Vault } from '../../files/vault.ts'
import { formatDay } from '../../lagos.ts'
import type { KycRow } from './items.ts'
import { sealName } from './seal-name.ts'

interface StoredOwner extends BvnOwner {
  registryName: string | null
  /** Undefined for a BVN that was submitted before registers compared details. */
  matches?: BvnMatches | null
}
type SealedOwner = Pick<KycRow, 'merchantId' | 'sealedOwner'>

/** The owner that a BVN is compared with, and the answer of the register about the person, sealed as the number itself. */
export const sealOwner = (
  vault: Vault,
  merchantId: string,
  owner: BvnOwner,
  { registryName, matches }: Pick<BvnLookup, 'registryName' | 'matches'>,
): string =>
  vault.seal(
    JSON.stringify({ ...owner, registryName, matches } satisfies StoredOwner),
    sealName(merchantId, 'BVN_OWNER'),
  )

const openStored = (vault: Vault, { merchantId, sealedOwner }: SealedOwner): StoredOwner | undefined =>
  sealedOwner === null ? undefined : JSON.parse(vault.open(sealedOwner, sealName(merchantId, 'BVN_OWNER')))

/** What a reviewer compares: the owner's name as the business gave it, and the answer of the register. Null without a BVN. */
export function openOwner(vault: Vault, { registry, ...item }: Pick<KycRow, 'registry'> & SealedOwner) {
  const stored = openStored(vault, item)
  if (!stored || registry === null) return null
  const { firstName, lastName, registryName, matches = null } = stored
  return { name: `${firstName} ${lastName}`, registry, registryName, matches }
}

/** Birthday and phone number of the owner, as lines: shown with the number only, because each opening of it is recorded. */
export function openOwnerDetails(vault: Vault, item: SealedOwner): string[] {
  const { dateOfBirth, phone } = openStored(vault, item) ?? {}
  return [...(dateOfBirth ? [`Born on ${formatDay(dateOfBirth)}`] : []), ...(phone ? [`Phone ${phone}`] : [])]
}
