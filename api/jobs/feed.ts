import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { clockOffset, describeClockOffset, isClockRight } from '../database/clock.ts'
import type { Runtime } from '../runtime.ts'
import type { Dispatched } from './dispatch.ts'
import { findDueWork } from './find-due.ts'
import { onOutboxWritten } from './wake.ts'

/** Pause between polls, in ms. It also delays what other processes write and what becomes due by time. */
const pollMs = 1000
/** Shortest pause between two dispatches, in ms: at load many messages share one. */
const dispatchMs = 200

/** What a feed drives: the dispatch of the outbox, and the workers of each queue. */
export interface FeedTarget {
  dispatch(): Promise<Dispatched>
  /** Wakes a worker of the queue; ignores a queue without workers in this process. */
  wake(queue: string): void
  queues: readonly string[]
}

/**
 * Feeds the workers: dispatches at once when this process writes to the outbox, and otherwise asks for due work of all queues
 * in one statement each second. While the clock of this process differs from that of the database, no work is due: it would run too
 * early or too late. Returns a function that stops it.
 */
export function startFeed(
  { database, clock }: Runtime,
  { dispatch, wake, queues }: FeedTarget,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  let isWritten = true
  let isPaused = false
  let onWritten = () => {}
  const logFailure = (error: Error) => {
    log.error({ err: error }, 'dispatch failed')
  }
  const pauseWhileClockIsWrong = (offsetMs: number) => {
    if (isPaused === !isClockRight(offsetMs)) return
    isPaused = !isPaused
    if (isPaused) log.error(`${describeClockOffset(offsetMs)}: no jobs run`)
    else log.info('The clock of this machine is right again: jobs run')
  }
  const pause = (ms: number, signal: AbortSignal) => sleep(Math.max(ms, 0), undefined, { signal }).catch(() => {})
  const dispatchAll = async () => {
    isWritten = false
    while (!stopping.signal.aborted) {
      const { jobs, isFull } = await dispatch()
      for (const name of jobs) wake(name)
      if (!isFull) return
    }
  }
  const poll = async () => {
    const sentMs = Date.now()
    const due = await database.readPrimary((tx) => findDueWork(tx, clock(), queues))
    pauseWhileClockIsWrong(clockOffset(sentMs, due.databaseMs, Date.now()))
    if (isPaused) return
    for (const name of due.queues) wake(name)
    if (due.isOutboxDue) await dispatchAll()
  }
  const loop = async () => {
    let polledAtMs = -Infinity
    while (!stopping.signal.aborted) {
      const isPollDue = performance.now() - polledAtMs >= pollMs
      if (isPollDue) polledAtMs = performance.now()
      if (isWritten && !isPaused) await dispatchAll().catch(logFailure)
      if (isPollDue) await poll().catch(logFailure)
      await pause(dispatchMs, stopping.signal)
      if (isWritten) continue
      const written = new AbortController()
      onWritten = () => written.abort()
      await pause(polledAtMs + pollMs - performance.now(), AbortSignal.any([stopping.signal, written.signal]))
    }
  }
  const stopListening = onOutboxWritten(() => {
    isWritten = true
    onWritten()
  })
  const running = loop()
  return () => {
    stopListening()
    stopping.abort()
    return running
  }
}
