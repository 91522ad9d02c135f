import { AsyncLocalStorage } from 'node:async_hooks'

const background = new AsyncLocalStorage<true>()

/** Runs work that nobody waits for: its requests to processors leave room for those of payers. */
export const runInBackground = <T>(work: () => Promise<T>): Promise<T> => background.run(true, work)

export const isInBackground = (): boolean => background.getStore() === true
