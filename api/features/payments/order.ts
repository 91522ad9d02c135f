import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import {
  fromCursor,
  fromTimeCursor,
  invalidCursor,
  isId,
  isInstant,
  olderThanText,
  type PutParameter,
} from '../../database/keyset.ts'
import type { Search } from '../search/search.ts'
import { isPaymentReference } from './search.ts'

/** Order of a list of payments. Each is the order of an index. */
export interface PaymentOrder {
  /** SQL after `order by`. */
  by: string
  /** Columns of the order: all that is read of the payments before a page, so that an index has them. */
  columns: string
  /** Sort key of a payment. The keys of most orders end in their name, so that a cursor of another order is rejected. */
  keyOf(row: PaymentRow): string[]
  /**
   * SQL condition for the payments after a cursor.
   * @throws validation_error (422) on `cursor`
   */
  after(cursor: string, put: PutParameter): string
}

type PaymentSort = NonNullable<ParsedInput<typeof listPayments>['sort']>

const byReference: PaymentOrder = {
  by: 'reference',
  columns: 'reference, id',
  keyOf: (row) => [row.reference],
  after: (cursor, put) => `reference > ${put(fromCursor(cursor, 1)[0])}`,
}

const orders: Record<PaymentSort, PaymentOrder> = {
  '-createdAt': {
    by: 'created_at desc, id desc',
    columns: 'created_at, id',
    keyOf: (row) => [row.createdAt, row.id],
    after: (cursor, put) => olderThanText(fromTimeCursor(cursor), put),
  },
  createdAt: {
    by: 'created_at, id',
    columns: 'created_at, id',
    keyOf: (row) => [row.createdAt, row.id, 'createdAt'],
    after(cursor, put) {
      const [instant, id] = parseKey(fromCursor(cursor, 3), 'createdAt')
      return `(created_at, id) > (${put(instant)}::timestamptz, ${put(id)}::uuid)`
    },
  },
  // Equal amounts are in the order that the index has, read from its end or its start.
  '-amountKobo': byAmount('-amountKobo', { by: 'amount_kobo desc, created_at, id', amount: '<', time: '>' }),
  amountKobo: byAmount('amountKobo', { by: 'amount_kobo, created_at desc, id desc', amount: '>', time: '<' }),
}

function byAmount(
  name: PaymentSort,
  { by, amount, time }: { by: string; amount: '<' | '>'; time: '<' | '>' },
): PaymentOrder {
  return {
    by,
    columns: 'amount_kobo, created_at, id',
    keyOf: (row) => [row.createdAt, row.id, String(row.amountKobo), name],
    after(cursor, put) {
      const [instant, id, kobo = ''] = parseKey(fromCursor(cursor, 4), name)
      if (!/^\d{1,15}$/.test(kobo)) throw invalidCursor()
      const last = put(Number(kobo))
      return `amount_kobo ${amount}= ${last} and (amount_kobo ${amount} ${last}
        or (created_at, id) ${time} (${put(instant)}::timestamptz, ${put(id)}::uuid))`
    },
  }
}

function parseKey([instant = '', id = '', ...rest]: string[], name: PaymentSort): string[] {
  if (!isInstant(instant) || !isId(id) || rest.at(-1) !== name) throw invalidCursor()
  return [instant, id, ...rest]
}

/**
 * Order of a list: the requested one, or newest first. A search for the beginning of a payment reference is sorted by reference,
 * because the index can then return a page at once, however many payments match.
 */
export function selectPaymentOrder(sort: PaymentSort | undefined, search: Search | undefined): PaymentOrder {
  const [term, ...others] = search?.terms ?? []
  const isForReference = term?.code !== undefined && isPaymentReference(term.code) && others.length === 0
  return !sort && isForReference ? byReference : orders[sort ?? '-createdAt']
}
