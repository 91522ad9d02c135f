import type { Mode } from '@adire/contract/call.ts'
import type { EndpointAccess } from '@adire/contract/endpoint.ts'
import type { ApiConfig } from './config.ts'
import type { Tx } from './database/connect.ts'
import type { Media } from './files/media.ts'
import type { FileStore } from './files/store.ts'
import type { Vault } from './files/vault.ts'

/** Where a request came from. Jobs have one too, so that what they write can be traced. */
export interface RequestOrigin {
  requestId: string
  ip: string | null
  userAgent: string | null
}

/** All a use case has: an open transaction, the mode, the time, and who asks. */
export interface Context {
  tx: Tx
  mode: Mode
  /** The present instant; in the life of a business its own, which a test business can move ahead (decision 16). */
  now: Date
  /** The time of the world: what sessions, keys, limits of tries and the audit log go by. */
  realNow: Date
  config: ApiConfig
  /** Seals what must not be readable in a copy of the database. */
  vault: Vault
  origin: RequestOrigin
}

export interface SignedInUser {
  id: string
  email: string
  sessionId: string
}

export interface ActingMerchant {
  id: string
}

/** The secret key a merchant's own server came with, by its last four characters. */
export interface UsedKey {
  id: string
  last4: string
}

export type UserContext = Context & { user: SignedInUser }
/** A user or a secret key acting for a merchant: one of the two is there. */
export type MerchantContext = Context & {
  merchant: ActingMerchant
  user: SignedInUser | undefined
  apiKey: UsedKey | undefined
}
/** All that a read needs which is the same at any time of the business. */
export type ReadContext = Pick<MerchantContext, 'tx' | 'merchant'>
export type MemberContext = MerchantContext & { user: SignedInUser }

export type ContextFor<A extends EndpointAccess> = A extends 'member'
  ? MemberContext
  : A extends 'merchant'
    ? MerchantContext
    : A extends 'user'
      ? UserContext
      : Context

/**
 * What a use case gets instead of a context when it talks to the outside: `write` opens a short transaction, closes it,
 * and can be called again. Between two of them no connection is held, so a slow processor cannot exhaust the pool.
 */
export interface UnitOfWork<C extends Context = Context> {
  mode: Mode
  config: ApiConfig
  vault: Vault
  files: FileStore
  write<T>(callback: (context: C) => Promise<T>): Promise<T>
}

/** What a use case gets that takes a file: `media` works on it, counted for `owner`. */
export interface UploadUnitOfWork<C extends Context = Context> extends UnitOfWork<C> {
  media: Media
  owner: string
}
