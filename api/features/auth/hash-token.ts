import { createHash } from 'node:crypto'

/** The hash under which a random token is stored. Tokens have 256 random bits, so that no salt is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
