import type { Mode } from '@adire/contract/call.ts'
import type { EndpointAccess } from '@adire/contract/endpoint.ts'
import type { StaffPermission, StaffRole } from '@adire/contract/staff-permissions.ts'
import type { ApiConfig } from './config.ts'
import type { Tx } from './database/connect.ts'
import type { Media } from './files/media.ts'
import type { FileStore } from './files/store.ts'
import type { Vault } from './files/vault.ts'

/** Origin of a request. Jobs have one too, so that their writes can be traced. */
export interface RequestOrigin {
  requestId: string
  ip: string | null
  userAgent: string | null
}

/** What every handler gets: an open transaction, the mode, the time; extended types add the caller. */
export interface Context {
  tx: Tx
  mode: Mode
  /** Current time; the business clock of a test business if its clock has an offset (decision 16). */
  now: Date
  /** Wall clock, used for sessions, keys, rate limits and the audit log. */
  realNow: Date
  config: ApiConfig
  /** Encrypts values that must not be readable in a copy of the database. */
  vault: Vault
  origin: RequestOrigin
  /** Set where one transaction processes many objects: what it has read for all of them (`readOnce`). */
  reads?: Map<string, Promise<unknown>>
}

export interface SignedInUser {
  id: string
  email: string
  sessionId: string
}

/** A person of the provider, signed in to the back office. */
export interface SignedInStaff {
  id: string
  name: string
  email: string
  role: StaffRole
  permissions: ReadonlySet<StaffPermission>
  sessionId: string
}

export interface ActingMerchant {
  id: string
}

/** The secret key of a request from a merchant's server, with its last four characters. */
export interface UsedKey {
  id: string
  last4: string
}

/** In the back office, where `mode` is LIVE: a handler about a business sets the mode of that business. */
export type StaffContext = Context & { staff: SignedInStaff }
export type UserContext = Context & { user: SignedInUser }
/** A user or a secret key acting for a merchant: one of the two is set. */
export type MerchantContext = Context & {
  merchant: ActingMerchant
  user: SignedInUser | undefined
  apiKey: UsedKey | undefined
}
/** Context of a read that does not depend on the business clock. */
export type ReadContext = Pick<MerchantContext, 'tx' | 'merchant'>
export type MemberContext = MerchantContext & { user: SignedInUser }

export type ContextFor<A extends EndpointAccess> = A extends 'member'
  ? MemberContext
  : A extends 'merchant'
    ? MerchantContext
    : A extends 'user'
      ? UserContext
      : A extends 'staff'
        ? StaffContext
        : Context

/**
 * Replaces the context in handlers that call external services: `write` runs a short transaction and can be called again.
 * No connection is held between two of them, so a slow processor cannot exhaust the pool.
 */
export interface UnitOfWork<C extends Context = Context> {
  mode: Mode
  config: ApiConfig
  vault: Vault
  files: FileStore
  write<T>(callback: (context: C) => Promise<T>): Promise<T>
  /** Runs a callback that sends one statement: a transaction by itself, without begin and commit. */
  writeStatement<T>(callback: (context: C) => Promise<T>): Promise<T>
}

/** Unit of work of an upload handler: `media` processes the file, and counts it for `owner`. */
export interface UploadUnitOfWork<C extends Context = Context> extends UnitOfWork<C> {
  media: Media
  owner: string
}
