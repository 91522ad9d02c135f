import { createPrivateKey, createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import type { AccessClaims } from '@adire/contract/auth.ts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { readKeyFile } from '../../files/key-file.ts'

/** Signs and verifies access tokens. */
export interface TokenSigner {
  /** Fingerprint of the public key (RFC 7638): the same in every process with this key. */
  keyFingerprint: string
  sign(claims: Omit<AccessClaims, 'exp'>, expiresAt: Date): Promise<string>
  /**
   * The token's claims, or undefined if the token is not ours, was changed or has expired, or is of another audience: no token is valid
   * both in the back office and elsewhere.
   */
  read(token: string, now: Date, audience?: 'operator' | 'view'): Promise<AccessClaims | undefined>
}

const issuer = 'adire'

/** Signer with the key in `dataDir`, created on first use and readable only by this OS account. `SIGNING_KEY` (a JWK) overrides it. */
export async function openSigner(dataDir: string, given = process.env.SIGNING_KEY): Promise<TokenSigner> {
  const jwk = given ? parseSigningKey(given, 'SIGNING_KEY') : await storedKey(dataDir)
  const privateKey = await importJWK(jwk, 'EdDSA')
  const { d: _secret, ...publicPart } = jwk
  const publicKey = await importJWK(publicPart, 'EdDSA')
  // Checking a signature costs more than a typical query, and the same token comes with every request.
  const checked = new LRUCache<string, AccessClaims>({ max: 10_000 })

  return {
    keyFingerprint: await calculateJwkThumbprint(publicPart),
    sign: ({ sub, ...claims }, expiresAt) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(issuer)
        .setSubject(sub)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(privateKey),
    async read(token, now, audience) {
      const claims = checked.get(token) ?? (await verify(token, now))
      return claims && claims.aud === audience && claims.exp * 1000 > now.getTime() ? claims : undefined
    },
  }

  async function verify(token: string, now: Date): Promise<AccessClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, publicKey, { issuer, algorithms: ['EdDSA'], currentDate: now })
      const claims = payload as unknown as AccessClaims
      checked.set(token, claims)
      return claims
    } catch {
      return undefined
    }
  }
}

/**
 * Parses and checks a private key.
 * @throws Error with a message that names `source`, the variable or file the text came from
 */
function parseSigningKey(text: string, source: string): JWK {
  const keyError = `${source} must be an Ed25519 private key as a JWK, like {"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}`
  let jwk: JWK
  try {
    jwk = JSON.parse(text)
    // Node derives the public key from the private one. A JWK whose two parts do not match would sign what it cannot verify.
    const derived = createPublicKey(createPrivateKey({ key: jwk as never, format: 'jwk' })).export({ format: 'jwk' })
    if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && derived.x === jwk.x) return jwk
  } catch {
    throw new Error(keyError)
  }
  throw new Error(keyError)
}

async function storedKey(dataDir: string): Promise<JWK> {
  const name = 'signing-key.json'
  const make = async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    return JSON.stringify(await exportJWK(privateKey))
  }
  return parseSigningKey(await readKeyFile(dataDir, name, make), join(dataDir, name))
}
