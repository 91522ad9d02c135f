import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ApiConfig } from '../../config.ts'

/** Client id and secret from basic auth. RFC 6749 (2.3.1) form-encodes both parts. */
export function parseBasicClient({
  headers: { authorization },
}: FastifyRequest): [id: string, secret: string] | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  try {
    const [id, ...secret] = text.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    return [id!, secret.join(':')]
  } catch {
    return undefined
  }
}

export const isWebClient = ({ webClient }: ApiConfig, id: string | undefined, secret: string | null | undefined) =>
  id === webClient.id && typeof secret === 'string' && isSameSecret(secret, webClient.secret)

const isSameSecret = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
