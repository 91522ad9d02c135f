import type { exportCustomer } from '@adire/contract/customers.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './database/connect.ts'
import type { TimelineSubject } from './features/lifecycle/tables.ts'
import type { Problem } from './http/problem.ts'

/** Lists of the export of a customer, besides the customer itself. */
export type ExportedLists = Omit<EndpointOutput<typeof exportCustomer>, 'customer'>

/** The customer of a business to whom personal data belongs. */
export interface Person {
  merchantId: string
  customerId: string
  email: string
}

/** A customer who is being erased. */
export interface ErasedPerson extends Person {
  /** Unique text in the form of an email address that replaces the email. */
  placeholder: string
  erasedAt: Date
}

/**
 * The personal data of customers in one feature. `features/privacy/parts.ts` lists all of it; `checks/privacy.test.ts` asks of each new
 * table whether it has any.
 */
export interface PersonalData {
  tables: readonly PgTable[]
  /** The kinds of objects whose timelines `erase` rids of personal data. */
  timelines?: readonly TimelineSubject[]
  /** What prevents an erasure now, such as an unpaid invoice. Undefined if nothing does. */
  findObstacle?(tx: Tx, person: Person): Promise<Problem | undefined>
  /** Erases the data. Amounts are kept for accounting. */
  erase(tx: Tx, person: ErasedPerson): Promise<void>
  /** The feature's lists in the export of the customer: at most `most` rows each, newest first. */
  collect?(tx: Tx, person: Person, limit: number): Promise<Partial<ExportedLists>>
}
