import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom requests to processors are sent. */
interface Work {
  isBackground: boolean
  /** The business whose fair share of the request limit they use; undefined if it is not known. */
  merchantId: string | undefined
}

const current = new AsyncLocalStorage<Work>()

/** Runs work that nobody waits for: its requests to processors leave room for those of payers. */
export const runInBackground = <T>(work: () => Promise<T>, merchantId?: string): Promise<T> =>
  current.run({ isBackground: true, merchantId }, work)

/** Runs work of a business, whose requests to processors count against its fair share (decision 130). */
export const runForBusiness = <T>(merchantId: string, work: () => Promise<T>): Promise<T> =>
  current.run({ isBackground: isInBackground(), merchantId }, work)

export const isInBackground = (): boolean => current.getStore()?.isBackground === true

/** The business that the present work is for. */
export const findBusinessOfWork = (): string | undefined => current.getStore()?.merchantId
