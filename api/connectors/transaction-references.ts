/**
 * References of a processor's transactions. A payment may have several: one of each way to pay that its payer opened, and another one if
 * the response to the first was lost, because processors do not tell again where to pay. They share the reference of the payment.
 */
export type Way = 'card' | 'transfer' | 'ussd'

const letters: Record<Way, string> = { card: 'c', transfer: 't', ussd: 'u' }
const pattern = /^(.+)\.([ctu])\d*$/

/** How many times a way is opened for one payment. */
export const maxAttempts = 5

/** Reference of the nth transaction of a payment for a way to pay, from 1. */
export const transactionReference = (reference: string, way: Way, nth: number): string =>
  `${reference}.${letters[way]}${nth > 1 ? nth : ''}`

/** Reference of the payment that a transaction belongs to. */
export const paymentReference = (transaction: string): string => pattern.exec(transaction)?.[1] ?? transaction

/** Whether a transaction was opened for a way to pay. */
export const isOfWay = (transaction: string, way: Way): boolean => pattern.exec(transaction)?.[2] === letters[way]

/** All transactions of a payment: of its saved card, and of each way to pay that was opened. `find`: that of a reference. */
export async function findTransactions<T extends object>(
  reference: string,
  find: (reference: string) => Promise<T | undefined>,
): Promise<T[]> {
  const ways = Object.keys(letters) as Way[]
  const [withoutPayer, ...opened] = await Promise.all([
    find(reference),
    ...ways.map((way) => findOpened(reference, way, find)),
  ])
  return [...(withoutPayer ? [withoutPayer] : []), ...opened.flat()]
}

async function findOpened<T extends object>(
  reference: string,
  way: Way,
  find: (reference: string) => Promise<T | undefined>,
): Promise<T[]> {
  const opened: T[] = []
  for (let nth = 1; nth <= maxAttempts; nth++) {
    const transaction = await find(transactionReference(reference, way, nth))
    if (transaction === undefined) break
    opened.push(transaction)
  }
  return opened
}
