import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import pg from 'pg'
import { isInBackground } from '../../current-work.ts'

/**
 * A request or a job that must name its merchant. A test itself, a scheduled job and the back office are none; nor is what a worker runs,
 * because a request only wakes it.
 */
type Sender = string | undefined
const sender = new AsyncLocalStorage<Sender>()

/** Runs a job as the sender of its statements. */
export const sendAs = <T>(name: Sender, work: () => T): T => sender.run(name, work)

/** Writes the distinct statements of this process to a file when it ends, each with its first sender. */
export function recordStatementTexts(file: string): void {
  const senders = new Map<string, string>()
  subscribe('http.server.request.start', (message) => {
    const { method, url } = (message as { request: IncomingMessage }).request
    const path = url!.split('?')[0]!
    sender.enterWith(path.startsWith('/operator/') ? undefined : `${method} ${path}`)
  })
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const name = sender.getStore()
    if (name !== undefined && !isInBackground()) {
      const text = typeof given[0] === 'string' ? given[0] : (given[0] as pg.QueryConfig).text
      if (!senders.has(text)) senders.set(text, name)
    }
    return Reflect.apply(query, this, given)
  } as never
  process.on('exit', () => writeFileSync(file, JSON.stringify([...senders])))
}
