import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { operatorProgram } from '../../scripts/product.mjs'

/** Starts `npm run operator -- migrate`. */
export function startMigrate(env: Record<string, string>) {
  const program = fileURLToPath(new URL(`../../${operatorProgram}`, import.meta.url))
  const child = spawn(process.execPath, [program, 'migrate'], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text))
  const ended = once(child, 'exit')
  return {
    readEnd: async () => ({ code: (await ended)[0], output }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The process of the server with this statement, which waits for a transaction, or is the last one before a pause. */
export async function findProcess(
  client: pg.Client,
  statement: string,
  { isWaiting } = { isWaiting: true },
): Promise<number> {
  for (let look = 0; look < 1200; look++) {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and query ilike '%' || $1 || '%' and (not $2 or wait_event_type = 'Lock')`,
      [statement, isWaiting],
    )
    if (rows[0]) return rows[0].pid
    await pause(25)
  }
  return assert.fail(`No process is in "${statement}"`)
}
