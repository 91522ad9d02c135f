import type { ErrorCode } from '@adire/contract/error-codes.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../database/connect.ts'
import { prepareFind, prepareInsert, prepareUpdate } from '../../database/row-statements.ts'
import { type MissingObject, problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import type { ObjectKey } from './timeline.ts'

/** A table of objects with a status. */
type ObjectTable = PgTable & Record<'merchantId' | 'id' | 'status', AnyPgColumn> & { $inferSelect: ObjectRow }
type ObjectRow = ObjectKey & { status: string }

type NameOf<Code extends string> = Code extends `${infer Name}_move_refused` ? Name : never
/** An object whose errors the contract lists. */
type ObjectName = NameOf<ErrorCode> & MissingObject

interface LifecycleOptions<Row extends ObjectRow> {
  /** What the object is called in errors: `invoice` in `invoice_not_found`, `invoice_move_refused` and their sentences. */
  name: ObjectName
  /** The statuses that may follow each status. */
  moves: Record<Row['status'], readonly Row['status'][]>
  /** Live topic of its changes. */
  topic: LiveTopic
  /** Rejects a change of the status that `moves` allows. */
  forbids?: (before: Row, to: Partial<Row>) => boolean
  /** Whether a screen shows the difference. By default every change is announced. */
  isVisible?: (before: Row, after: Row) => boolean
  /** The status in sentences, after "that is" and after "become". By default as it is stored. */
  statusTexts?: Record<Row['status'], string>
  targetTexts?: Record<Row['status'], string>
}

/** The allowed changes of the status, and the errors for others. */
function defineMoves<Row extends ObjectRow>({ name, forbids, ...options }: LifecycleOptions<Row>) {
  const moves: Record<string, readonly string[]> = options.moves
  const statusTexts: Record<string, string> | undefined = options.statusTexts
  const targetTexts: Record<string, string> | undefined = options.targetTexts
  const mayMove = (from: string, to: string) => moves[from]!.includes(to)
  const transitionError = (from: string, cannot: string) => {
    const subject = `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name} that is ${statusTexts?.[from] ?? from}`
    return problem.conflict(`${name}_move_refused`, `${subject} cannot ${cannot}`)
  }
  return {
    mayMove: (from: Row['status'], to: Row['status']): boolean => mayMove(from, to),
    requireMove(before: Row, to: Partial<Row>): void {
      const { status } = to
      if (status === undefined || status === before.status) return
      if (!mayMove(before.status, status) || forbids?.(before, to))
        throw transitionError(before.status, `become ${targetTexts?.[status] ?? status}`)
    },
    /**
     * Checks that the object has one of the allowed statuses. `what` is the past participle for the message ("sent").
     * @throws 409 `<name>_move_refused`
     */
    requireStatus({ status }: Pick<Row, 'status'>, allowed: readonly Row['status'][], what: string): void {
      if (!allowed.includes(status)) throw transitionError(status, `be ${what}`)
    },
  }
}

/**
 * Reads, locks and changes the objects of one table. Every change of a status is checked, and every change is announced to the open
 * dashboards.
 */
export function defineLifecycle<T extends ObjectTable>(table: T, options: LifecycleOptions<T['$inferSelect']>) {
  type Row = T['$inferSelect']
  const { name, topic, isVisible } = options
  const { mayMove, requireMove, requireStatus } = defineMoves<Row>(options)
  const columns = { merchantId: table.merchantId, id: table.id }
  const findRow = prepareFind(table, columns, false)
  const lockRow = prepareFind(table, columns, true)
  const insertRow = prepareInsert(table)
  const updateRow = prepareUpdate(table, columns)
  const existing = (row: Row | undefined): Row => {
    if (!row) throw problem.notFound(name)
    return row
  }
  const announce = async (tx: Tx, { merchantId }: Pick<ObjectKey, 'merchantId'>): Promise<void> => {
    await announceTopic(tx, merchantId, topic)
  }
  const findIfPresent = (tx: Tx, key: ObjectKey) => findRow(tx, { ...key }) as Promise<Row | undefined>
  const lockIfPresent = (tx: Tx, key: ObjectKey) => lockRow(tx, { ...key }) as Promise<Row | undefined>
  return {
    mayMove,
    requireStatus,
    announce,
    /** @throws 404 */
    find: async (tx: Tx, key: ObjectKey): Promise<Row> => existing(await findIfPresent(tx, key)),
    findIfPresent,
    /**
     * Locks an object until the end of the transaction, so that concurrent changes run one after the other.
     * @throws 404
     */
    lock: async (tx: Tx, key: ObjectKey): Promise<Row> => existing(await lockIfPresent(tx, key)),
    lockIfPresent,
    async add(tx: Tx, row: T['$inferInsert']): Promise<Row> {
      const added = (await insertRow(tx, row)) as Row
      await announce(tx, added)
      return added
    },
    /**
     * Changes a locked object.
     * @throws 409 `<name>_move_refused` if the status cannot change this way
     */
    async update(tx: Tx, before: Row, to: Partial<Row>): Promise<Row> {
      requireMove(before, to)
      const after = (await updateRow(tx, before, to)) as Row
      if (!isVisible || isVisible(before, after)) await announce(tx, before)
      return after
    },
  }
}
