import { passkeyChallengeMs, passkeysMaximum, passkeyTransports } from '@adire/contract/passkeys.ts'
import type { PasskeyCreationOptions, PasskeyRegistration } from '@adire/contract/passkeys-schemas.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { type CeremonyScope, type PasskeyOwner, storeChallenge, useChallenge } from './challenges.ts'
import { countPasskeys, listPasskeyRecords, type PasskeyRecord } from './passkeys.ts'
import { type PasskeySite, passkeySiteOf } from './site.ts'
import { passkeys } from './tables.ts'

type Ceremony = Pick<Context, 'tx' | 'realNow' | 'config'>

/** An account in its session, with the names that the authenticator shows. */
export interface Registering {
  owner: PasskeyOwner
  sessionId: string
}

/** EdDSA, ES256 and RS256: what WebAuthn recommends. */
const algorithms = [-8, -7, -257]

const scopeOf = ({ owner, sessionId }: Registering): CeremonyScope => ({ purpose: 'add', owner, sessionId })

/**
 * Options for a new passkey. It must be discoverable, so that it can sign in alone, and verify its user, so that it is two factors.
 * @throws 409 passkeys_unavailable, passkeys_full
 */
export async function startRegistration(
  { tx, realNow, config }: Ceremony,
  registering: Registering,
  { userName, displayName }: { userName: string; displayName: string },
): Promise<PasskeyCreationOptions> {
  const site = passkeySiteOf(config)
  const { owner } = registering
  const existing = await listPasskeyRecords(tx, owner)
  if (existing.length >= passkeysMaximum) throw full()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID: site.id,
    rpName: site.name,
    userID: new TextEncoder().encode(owner.id),
    userName,
    userDisplayName: displayName,
    timeout: passkeyChallengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  await storeChallenge(tx, scopeOf(registering), options.challenge, realNow)
  return options as unknown as PasskeyCreationOptions
}

/** A stored passkey, or the reason for the user why it was not stored. */
export type RegistrationOutcome = { added: PasskeyRecord } | { rejected: string }

/**
 * Stores a new passkey and uses up its challenge, also if the passkey is rejected: commit the transaction in any case. The caller has
 * locked the account, so that no other request passes the maximum.
 * @throws 409 passkeys_full, passkeys_unavailable
 */
export async function registerPasskey(
  { tx, realNow, config }: Ceremony,
  registering: Registering,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<RegistrationOutcome> {
  const site = passkeySiteOf(config)
  const { owner } = registering
  if ((await countPasskeys(tx, owner)) >= passkeysMaximum) throw full()
  const challenge = await useChallenge(tx, scopeOf(registering), credential, realNow)
  const verified = challenge && (await verifyRegistration(site, challenge, credential))
  if (!verified) return { rejected: 'The passkey could not be added. Please start again' }
  const given: readonly string[] = credential.response.transports ?? []
  const [added] = await tx
    .insert(passkeys)
    .values({
      ...verified,
      ownerKind: owner.kind,
      ownerId: owner.id,
      transports: passkeyTransports.filter((transport) => given.includes(transport)),
      name,
      createdAt: realNow,
    })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning()
  return added ? { added } : { rejected: 'This passkey belongs to an account already' }
}

/** What is stored of a valid registration; undefined if it is not valid. */
async function verifyRegistration(site: PasskeySite, expectedChallenge: string, credential: PasskeyRegistration) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const attestationObject = await withoutAttestation(credential)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { clientDataJSON: credential.response.clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws for whatever is not valid.
    return undefined
  }
}

/**
 * The attestation object without its statement, which is not asked for. A statement that a stranger made up must not be verified:
 * it can name addresses that the library would call.
 */
async function withoutAttestation({ response }: PasskeyRegistration): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const parts: [string, string | Map<string, string> | Uint8Array][] = [
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', object.get('authData')],
  ]
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(parts)))
}

const full = () =>
  problem.conflict('passkeys_full', `You have ${passkeysMaximum} passkeys. Remove one that you no longer use`)
