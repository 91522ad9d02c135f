import { passkeyChallengeMs } from '@adire/contract/passkeys.ts'
import type { PasskeyAssertion, PasskeyRequestOptions } from '@adire/contract/passkeys-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { type AssertionScope, storeChallenge, useChallenge } from './challenges.ts'
import { listPasskeyRecords, type PasskeyRecord } from './passkeys.ts'
import { type PasskeySite, passkeySiteOf } from './site.ts'
import { passkeys } from './tables.ts'

type Ceremony = Pick<Context, 'tx' | 'realNow' | 'config'>

/** What a signature proved. `copied`: it is valid, but its counter did not advance, so that two authenticators may have the key. */
export type AssertionOutcome =
  | { proved: PasskeyRecord }
  | { rejected: 'not_valid' }
  | { rejected: 'copied'; passkey: PasskeyRecord }

/**
 * Options for a signature: at sign-in of any passkey, so that the response tells nothing about accounts; otherwise of one of the
 * account's own.
 * @throws 409 passkeys_unavailable
 */
export async function startAssertion(
  { tx, realNow, config }: Ceremony,
  scope: AssertionScope,
): Promise<PasskeyRequestOptions> {
  const site = passkeySiteOf(config)
  const allowed = scope.purpose === 'sign_in' ? [] : await listPasskeyRecords(tx, scope.owner)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  await storeChallenge(tx, scope, options.challenge, realNow)
  return options as PasskeyRequestOptions
}

/**
 * Checks a signature and uses up its challenge, also if the signature is wrong: commit the transaction in any case. Concurrent calls
 * with one passkey run one after the other.
 */
export async function useAssertion(
  { tx, realNow, config }: Ceremony,
  scope: AssertionScope,
  assertion: PasskeyAssertion,
): Promise<AssertionOutcome> {
  const site = passkeySiteOf(config)
  const passkey = await lockSigner(tx, scope, assertion)
  if (!passkey) return { rejected: 'not_valid' }
  const challenge = await useChallenge(tx, scope, assertion, realNow)
  const counter = challenge && (await verifyAssertion(site, challenge, assertion, passkey))
  if (typeof counter !== 'number') return { rejected: 'not_valid' }
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return { rejected: 'copied', passkey }
  await tx.update(passkeys).set({ counter, lastUsedAt: realNow }).where(eq(passkeys.id, passkey.id))
  return { proved: passkey }
}

/** The passkey that claims to have signed, locked. It must belong to the account of the scope. */
async function lockSigner(tx: Tx, scope: AssertionScope, { id }: PasskeyAssertion): Promise<PasskeyRecord | undefined> {
  const ofScope =
    scope.purpose === 'sign_in'
      ? eq(passkeys.ownerKind, scope.ownerKind)
      : and(eq(passkeys.ownerKind, scope.owner.kind), eq(passkeys.ownerId, scope.owner.id))
  const [found] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, id), ofScope))
    .for('update')
  return found
}

/** The counter of a valid signature; undefined if it is not valid. */
async function verifyAssertion(
  site: PasskeySite,
  expectedChallenge: string,
  assertion: PasskeyAssertion,
  passkey: PasskeyRecord,
): Promise<number | undefined> {
  const { userHandle, ...response } = assertion.response
  // The handle is the id of the account, which the authenticator stored with the key.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.ownerId) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      // The library would compare the counters before it checks the signature.
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for whatever is not valid.
    return undefined
  }
}
