import { isIP } from 'node:net'
import type { ApiConfig } from '../../config.ts'
import { problem } from '../../http/problem.ts'

/** The site that passkeys belong to: a domain, and the origins that may use them. */
export interface PasskeySite {
  id: string
  name: string
  origin: string
}

/**
 * The site of `PUBLIC_URL`. WebAuthn works on https and on `localhost`, and never with an IP address. On a loopback address the
 * product is reached as `localhost`, too.
 * @throws 409 passkeys_unavailable
 */
export function passkeySiteOf({ publicUrl, brand }: Pick<ApiConfig, 'publicUrl' | 'brand'>): PasskeySite {
  const url = new URL(publicUrl)
  if (['127.0.0.1', '[::1]'].includes(url.hostname)) url.hostname = 'localhost'
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  if ((url.protocol !== 'https:' && !isLocal) || isAddress)
    throw problem.conflict(
      'passkeys_unavailable',
      'Passkeys need a secure address: https with a domain name. Use a password and an authenticator app instead',
    )
  return { id: url.hostname, name: brand.name, origin: url.origin }
}
