import type { BvnLookup, Person } from '../../connectors/lookups.ts'
import type { Vault } from '../../files/vault.ts'
import type { KycRow } from './items.ts'
import { sealName } from './seal-name.ts'

interface StoredOwner extends Person {
  registryName: string | null
}

/** The owner that a BVN is compared with, and the name that the register has for it, sealed as the number itself. */
export const sealOwner = (vault: Vault, merchantId: string, owner: Person, { registryName }: BvnLookup): string =>
  vault.seal(JSON.stringify({ ...owner, registryName } satisfies StoredOwner), sealName(merchantId, 'BVN_OWNER'))

/** What a reviewer compares: the owner's name as the business gave it, and the answer of the register. Null without a BVN. */
export function openOwner(vault: Vault, { merchantId, sealedOwner, registry }: KycRow) {
  if (sealedOwner === null || registry === null) return null
  const { firstName, lastName, registryName } = JSON.parse(
    vault.open(sealedOwner, sealName(merchantId, 'BVN_OWNER')),
  ) as StoredOwner
  return { name: `${firstName} ${lastName}`, registry, registryName }
}
