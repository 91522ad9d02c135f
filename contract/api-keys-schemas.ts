import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, Timestamp } from './fields.ts'

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

export const rollApiKey = {
  description:
    'Rotates a public or secret key: creates a new one; the old one is valid for 24 more hours. 404 ' +
    '`key_not_found`, 409 `key_rolled` for a key that was rotated already. Needs a confirmation: 403 ' +
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
