import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Fault to inject into a task. `at`: the statement to hit, counted from 1. */
export interface InjectedFault {
  kind: FaultKind
  at: number
}

/**
 * `crash`: the process ends before the statement. `crash_between`: it ends after one of the first commits, between two transactions.
 * `cut`: the connection is lost before the statement. `disk`: PostgreSQL has no disk space for it.
 * `response_lost`: a commit succeeds, and the connection is lost before its response. `processor_deaf`: the processor's first
 * statement fails, so the request did not reach it. `processor_mute`: the processor's commit succeeds, but its response is lost.
 */
const faultKinds = [
  'crash',
  'crash_between',
  'cut',
  'disk',
  'response_lost',
  'processor_deaf',
  'processor_mute',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A unit of execution: a request with everything it does in the product, or a job. */
export interface GateTask {
  id: string
  fault: InjectedFault | undefined
  /** Number of statements so far. */
  statements: number
  commits: number
  /** Ends the process. */
  onCrash(): void
  /** Waits for the task's turn when tasks are interleaved. */
  turn: ((client: pg.Client) => Promise<void>) | undefined
  /** Called when the current statement has completed. */
  onResponse: (() => void) | undefined
}

export const taskStorage = new AsyncLocalStorage<GateTask>()

/** Result of anything that a crashed process still waits for. */
const neverSettles = new Promise<never>(() => {})

/** The product's clients, whose connections a crash ends. */
const clients = new Set<pg.Client>()
/** Connections whose transaction has used the processor's or the payout bank's tables. */
const atProcessor = new WeakSet<pg.Client>()
const atBank = new WeakSet<pg.Client>()

/** While silent, the bank executes requests but its responses are lost. */
export const bankState = { isSilent: false }
const dead = new WeakSet<pg.Client>()

type Query = (...args: unknown[]) => unknown
interface Inner {
  connection: { stream: { destroy(): void } }
}

/** Typical number of transactions in a request or job. */
const maxCommits = 7

let isInstalled = false

/** Intercepts every statement that a task sends, anywhere in the product. */
export function installGate(): void {
  if (isInstalled) return
  isInstalled = true
  const prototype = pg.Client.prototype as unknown as { query: Query; connect: Query }
  const query = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const task = taskStorage.getStore()
    if (dead.has(this)) return neverSettles
    const isPlain = typeof args.at(-1) !== 'function' && typeof (args[0] as { submit?: unknown }).submit !== 'function'
    if (!task || !isPlain) return query.apply(this, args)
    clients.add(this)
    return sendStatement(this, task, statementText(args[0]), () => query.apply(this, args) as Promise<unknown>)
  }
}

const statementText = (first: unknown) =>
  typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')

/** Sends a statement of a task, with the fault that is due at it. */
async function sendStatement(
  client: pg.Client,
  task: GateTask,
  text: string,
  send: () => Promise<unknown>,
): Promise<unknown> {
  await task.turn?.(client)
  if (dead.has(client)) return neverSettles
  task.statements += 1
  if (text === 'commit') task.commits += 1
  if (/^(begin|rollback)/.test(text)) {
    atProcessor.delete(client)
    atBank.delete(client)
  }
  if (/\bsandbox_/.test(text)) atProcessor.add(client)
  if (/\bsandbox_transfers\b/.test(text)) atBank.add(client)
  const { fault } = task
  const kind = fault && isDue(fault, task, client, text) ? fault.kind : undefined
  if (kind) task.fault = undefined
  try {
    if (kind === 'crash') {
      task.onCrash()
      return await neverSettles
    }
    if (kind === 'cut') closeConnection(client)
    if (kind === 'disk' || kind === 'processor_deaf') return await injectError(client, kind)
    const response = await send()
    if (kind === 'response_lost') closeConnection(client)
    const isLostByBank = bankState.isSilent && text === 'commit' && atBank.has(client)
    if (kind === 'crash_between') {
      task.onCrash()
      return await neverSettles
    }
    if (kind === 'response_lost' || kind === 'processor_mute' || isLostByBank)
      throw new Error('Connection terminated unexpectedly')
    return response
  } finally {
    task.onResponse?.()
  }
}

function isDue({ kind, at }: InjectedFault, task: GateTask, client: pg.Client, text: string): boolean {
  if (kind === 'processor_deaf') return atProcessor.has(client)
  if (kind === 'processor_mute') return text === 'commit' && atProcessor.has(client)
  if (kind === 'crash_between') return text === 'commit' && task.commits > at % maxCommits
  if (kind === 'response_lost') return text === 'commit' && task.statements >= at
  if (kind === 'disk') return task.statements >= at && /^\s*(insert|update|with)/i.test(text)
  return task.statements >= at
}

const closeConnection = (client: pg.Client) => (client as unknown as Inner).connection.stream.destroy()

/** Makes the transaction fail in PostgreSQL, with the error code of the real fault. */
async function injectError(client: pg.Client, kind: 'disk' | 'processor_deaf'): Promise<never> {
  const code = kind === 'disk' ? '53100' : '57014'
  const block = `do $$ begin raise exception 'simulated fault' using errcode = '${code}'; end $$`
  await taskStorage.exit(() => client.query(block))
  throw new Error('The fault did not happen')
}

/** Closes all connections of the product, as the end of its process would. */
export function closeAllConnections(): void {
  for (const client of clients) {
    dead.add(client)
    closeConnection(client)
  }
  clients.clear()
}
