import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { isNetwork } from './networks-schemas.ts'
import { type Permission, secretKeyPermissions } from './permissions.ts'
import { PermissionName } from './team-schemas.ts'

export const ApiKey = describe(
  'API key of one business in one mode. `pk_…` identifies the business in a web page; `sk_…` is the ' +
    "secret key of the business's server. Of a secret only a hash and the last four characters are " +
    'stored.',
  z.object({
    id: Id,
    kind: describe(
      "`public`: identifies the business in a web page. `secret`: authenticates the business's server.",
      z.enum(['public', 'secret']),
    ),
    display: describe('Key as displayed: `sk_test_…a1b2`; a public key in full.', z.string()),
    name: describe('Name of a restricted key. Null for the others.', z.nullable(z.string())),
    permissions: describe(
      'What a restricted key may do. Null for a key that may do everything that keys can do.',
      z.nullable(z.array(PermissionName)),
    ),
    networks: describe('IP addresses and networks that may use it. Null for all.', z.nullable(z.array(z.string()))),
    createdAt: Timestamp,
    lastUsedAt: describe('Time of the last use. Null when never used.', z.nullable(Timestamp)),
    expiresAt: describe(
      'Time until which a rotated key is valid. Null for a key that was not rotated.',
      z.nullable(Timestamp),
    ),
  }),
)
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = describe(
  'A new key. `key` is returned only here.',
  z.object({ apiKey: ApiKey, key: z.string() }),
)

export const listApiKeys = {
  description: 'Valid keys, newest first.',
  input: inputSchema({}),
  output: z.object({ content: z.array(ApiKey) }),
}

export const createSecretKey = {
  description:
    'Creates a secret key, when there is none or the last one was revoked. 409 `secret_key_exists`. Needs ' +
    'a confirmation: 403 `confirmation_required`.',
  input: inputSchema({}),
  output: NewApiKey,
}

const keyPermissions = secretKeyPermissions as [Permission, ...Permission[]]

const restrictions = {
  name: describe(
    'Name by which you recognize the key, for example the server that uses it. Required, at most 60 characters.',
    SingleLineText(60),
  ),
  permissions: describe(
    'What the key may do. The permission to change something includes the permission to see it. Required.',
    z
      .array(z.enum(keyPermissions))
      .check(
        z.minLength(1, 'Choose at least one permission'),
        z.maxLength(keyPermissions.length, 'Each permission once'),
      ),
  ),
  networks: describe(
    'IP addresses and networks (`102.89.0.0/16`) that may use it; at most 20. Optional: without it, or with null, all may.',
    z.nullish(
      z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.refine(isNetwork, 'Use an IP address like 102.89.34.7, or a network like 102.89.0.0/16'),
            ),
        )
        .check(z.minLength(1, 'Enter at least one address'), z.maxLength(20, 'At most 20 addresses')),
    ),
  ),
}

export const RestrictedKeyForm = inputSchema(restrictions)

export const createRestrictedKey = {
  description:
    'Creates a secret key that may do only what you choose. 403 `permission_not_yours` for a permission that you do not have ' +
    'yourself; 409 `too_many_keys`. Needs a confirmation: 403 `confirmation_required`.',
  input: RestrictedKeyForm,
  output: NewApiKey,
}

export const updateRestrictedKey = {
  description:
    'Changes name, permissions and networks of a restricted key, at once. 404 `key_not_found`, 409 `key_not_restricted`, 403 ' +
    '`permission_not_yours`. Needs a confirmation: 403 `confirmation_required`.',
  input: inputSchema({ id: Id, ...restrictions }),
  output: ApiKey,
}

export const rollApiKey = {
  description:
    'Rotates a public or secret key: creates a new one; the old one is valid for 24 more hours. 404 ' +
    '`key_not_found`, 409 `key_rolled` for a key that was rotated already; 403 `permission_not_yours` for a key that may do more than you. Needs a confirmation: 403 ' +
    '`confirmation_required`.',
  input: inputSchema({ id: Id }),
  output: NewApiKey,
}

export const revokeApiKey = {
  description:
    'Revokes a secret key at once. 404 `key_not_found`, 409 `public_key` for a public key. Needs a ' +
    'confirmation: 403 `confirmation_required`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}
