import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@adire/contract/passkeys-schemas.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** How an authenticator or a browser deviates from what it should do. */
interface Deviation {
  origin?: string
  rpId?: string
  /** False: nobody entered a PIN or touched the sensor. */
  isVerified?: boolean
  challenge?: string
  /** The counter that it reports, if it is not the next. */
  counter?: number
  userHandle?: string
  type?: string
}

/** An authenticator with one passkey, and the browser before it. */
export interface SoftwareAuthenticator {
  credentialId: string
  /** Response to `navigator.credentials.create`. */
  create(options: PasskeyCreationOptions, deviation?: Deviation): PasskeyRegistration
  /** Response to `navigator.credentials.get`. */
  get(options: PasskeyRequestOptions, deviation?: Deviation): PasskeyAssertion
}

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, withKey: 0x40 }

/** An authenticator in software. `counts`: whether it counts its signatures, as security keys do and synced passkeys do not. */
export function createAuthenticator(
  origin: string,
  { counts = false }: { counts?: boolean } = {},
): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    toClientData({ type, challenge, origin }, deviation)
  const authenticatorData = (rpId: string, deviation: Deviation, credential = Buffer.alloc(0)) => {
    if (counts) counter++
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(deviation.counter ?? counter)
    const set =
      flags.present |
      ((deviation.isVerified ?? true) ? flags.verified : 0) |
      (counts ? 0 : flags.backupEligible | flags.backedUp) |
      (credential.length > 0 ? flags.withKey : 0)
    return Buffer.concat([sha256(Buffer.from(deviation.rpId ?? rpId)), Buffer.from([set]), counted, credential])
  }
  const id = credentialId.toString('base64url')
  return {
    credentialId: id,
    create(options, deviation = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, toCose(publicKey)])
      const authData = new Uint8Array(authenticatorData(options.rp.id, deviation, credential))
      const parts: [string, string | Map<string, string> | Uint8Array][] = [
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(new Map(parts))).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get(options, deviation = {}) {
      const data = authenticatorData(options.rpId, deviation)
      const client = clientData('webauthn.get', options.challenge, deviation)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deviation.userHandle ?? userHandle,
        },
      }
    },
  }
}

/** What the browser adds for the signature. */
const toClientData = (given: { type: string; challenge: string; origin: string }, deviation: Deviation) =>
  Buffer.from(
    JSON.stringify({
      type: deviation.type ?? given.type,
      challenge: deviation.challenge ?? given.challenge,
      origin: deviation.origin ?? given.origin,
      crossOrigin: false,
    }),
  )

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** An ES256 public key as a COSE key (RFC 9053). */
function toCose(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const part = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x!)],
    [-3, part(y!)],
  ])
  return Buffer.from(isoCBOR.encode(key))
}
