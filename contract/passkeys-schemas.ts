import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { passkeyTransports } from './passkeys.ts'

/** Bytes in base64url, at most `maximum` characters. */
/* @__NO_SIDE_EFFECTS__ */
const Base64Url = (maximum: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'This field must be base64url'), z.maxLength(maximum))

const CredentialId = Base64Url(1400)
const ClientData = Base64Url(8000)

/** The fields that both responses of a browser have. What the browser adds is ignored. */
const credentialFields = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** Response of `navigator.credentials.create`, as `PublicKeyCredential.toJSON()` returns it. */
export const PasskeyRegistration = describe(
  'Response of the browser to `navigator.credentials.create`, as JSON (WebAuthn, RegistrationResponseJSON).',
  z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: ClientData,
      attestationObject: Base64Url(24_000),
      transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
    }),
  }),
)
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** Response of `navigator.credentials.get`, as `PublicKeyCredential.toJSON()` returns it. */
export const PasskeyAssertion = describe(
  'Response of the browser to `navigator.credentials.get`, as JSON (WebAuthn, AuthenticationResponseJSON).',
  z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: ClientData,
      authenticatorData: Base64Url(8000),
      signature: Base64Url(4000),
      userHandle: z.optional(z.nullable(Base64Url(100))),
    }),
  }),
)
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.enum(passkeyTransports))),
})

/** Options for `navigator.credentials.create`. */
export const PasskeyCreationOptions = describe(
  'Options for `navigator.credentials.create` (WebAuthn, PublicKeyCredentialCreationOptionsJSON).',
  z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: describe('Milliseconds.', z.int()),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
  }),
)
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** Options for `navigator.credentials.get`. */
export const PasskeyRequestOptions = describe(
  'Options for `navigator.credentials.get` (WebAuthn, PublicKeyCredentialRequestOptionsJSON).',
  z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: describe('Milliseconds.', z.int()),
    allowCredentials: describe('Empty at sign-in: the browser offers every passkey it has.', z.array(Descriptor)),
    userVerification: z.literal('required'),
  }),
)
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

const PasskeyName = describe('Name for the user, such as "Work laptop".', SingleLineText(60))

/** Form of a name. */
export const PasskeyNameGiven = inputSchema({ name: PasskeyName })

export const Passkey = describe(
  'A passkey of the signed-in user.',
  z.object({
    id: Id,
    name: z.string(),
    synced: describe('Whether a password manager copies it to the other devices of the user.', z.boolean()),
    createdAt: Timestamp,
    lastUsedAt: z.nullable(Timestamp),
  }),
)
export type Passkey = z.infer<typeof Passkey>

const unavailable =
  '409 `passkeys_unavailable` if `PUBLIC_URL` is neither https with a domain name nor an address of this machine.'

export const startPasskeySignIn = {
  description:
    'Options for a sign-in with a passkey. The response never depends on a user. Send the response of the browser to ' +
    `the token endpoint (grant type of passkeys) within five minutes; a challenge works once. ${unavailable}`,
  input: inputSchema({}),
  output: PasskeyRequestOptions,
}

export const listPasskeys = {
  description: 'Passkeys of the signed-in user, oldest first; at most 10.',
  input: inputSchema({ id: Id }),
  output: z.object({ content: z.array(Passkey) }),
}

export const startPasskey = {
  description:
    'Options for a new passkey of the signed-in user. Send the response of the browser to `addPasskey` within five ' +
    `minutes, in the same session. Needs a confirmation. 409 \`passkeys_full\` at 10 passkeys. ${unavailable}`,
  input: inputSchema({}),
  output: PasskeyCreationOptions,
}

export const addPasskey = {
  description:
    'Adds a passkey. It signs in without a password, is a second factor after the password, and confirms sensitive ' +
    'actions. With the first second factor of the user come recovery codes, which are returned only here; otherwise ' +
    '`recoveryCodes` is empty. 422 `passkey_rejected` at `credential` if the response does not belong to an unused ' +
    'challenge of this session, or was not made on our address. Needs a confirmation.',
  input: inputSchema({ name: PasskeyName, credential: PasskeyRegistration }),
  output: z.object({ passkey: Passkey, recoveryCodes: z.array(z.string()) }),
}

export const renamePasskey = {
  description: 'Renames a passkey. 404 `passkey_not_found`.',
  input: inputSchema({ id: Id, passkeyId: Id, name: PasskeyName }),
  output: Passkey,
}

export const removePasskey = {
  description:
    'Removes a passkey. With the last second factor of the user, the recovery codes stop working. 404 ' +
    '`passkey_not_found`. Needs a confirmation.',
  input: inputSchema({ id: Id, passkeyId: Id }),
  output: NoContent,
}

export const startPasskeyConfirmation = {
  description:
    'Options for a confirmation of identity with a passkey of the signed-in user. Send the response of the browser ' +
    `to \`confirmUser\` within five minutes, in the same session. ${unavailable}`,
  input: inputSchema({}),
  output: PasskeyRequestOptions,
}
