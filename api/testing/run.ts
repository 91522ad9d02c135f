import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../database/embedded.ts'

// Starts one PostgreSQL for a whole test run: `node api/testing/run.ts --test api/**/*.test.ts`. Its data goes with it.
const dataDir = await mkdtemp(join(tmpdir(), 'adire-tests-'))
const { url, stop } = await startEmbedded({ dataDir })
await forgetful(url)
const tests = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const code = await new Promise<number>((resolve) => tests.on('exit', (status) => resolve(status ?? 1)))
await stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(code)

/** This server's data is thrown away in a minute: it need not survive a power cut. Tests that need that start their own. */
async function forgetful(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
