import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type pg from 'pg'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { asOneClient } from '../database/one-client.ts'
import { atEnd } from './at-end.ts'

/**
 * A new, migrated database, deleted after the test. The server is `TEST_DATABASE_URL` (the runner starts one for all files), or one of
 * this process. For tests that migrate, restore or crash; the others use `reusedDatabase`, which costs a tenth of the time.
 */
export async function testDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  const url = await createDatabase()
  atEnd(t, () => deleteDatabase(url))
  return url
}

/** The database that is copied for each test. */
export const templateName = 'template_adire'

/** Copies the template, which is migrated once for all processes. */
export async function createDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? (await startEmbeddedServer())
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOneClient(server, async (client) => {
    await client.query('select pg_advisory_lock(7243002)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [templateName])
    if (!rowCount) await makeTemplate(client, server)
    for (const node of nodeUrls(databaseUrl(server, 'postgres')))
      await asOneClient(node, (each) =>
        each.query(`create database ${name} template ${templateName} strategy file_copy`),
      )
  })
  return databaseUrl(server, name)
}

/** Deletes a database with all connections to it. */
export async function deleteDatabase(url: string): Promise<void> {
  for (const node of nodeUrls(databaseUrl(url, 'postgres')))
    await asOneClient(node, (client) => client.query(`drop database if exists ${nameOf(url)} with (force)`))
}

/**
 * The database on each of its servers: one, or with `npm run prove:citus` the coordinator and the workers, which are in `TEST_DATABASE_WORKERS`.
 */
export const nodeUrls = (url: string): string[] => [
  url,
  ...(process.env.TEST_DATABASE_WORKERS ?? '')
    .split(' ')
    .filter(Boolean)
    .map((worker) => databaseUrl(worker, nameOf(url))),
]

async function makeTemplate(client: pg.Client, server: string) {
  await client.query('create database draft_adire')
  await migrateDatabase(databaseUrl(server, 'draft_adire'))
  await client.query(`alter database draft_adire rename to ${templateName}`)
}

const nameOf = (url: string) => url.match(/\/([^/?]*)(?:\?|$)/)![1]!

/** URL of another database on the same server. Not with `URL`, which does not support socket paths. */
export const databaseUrl = (server: string, name: string) => server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)

let embeddedUrl: Promise<string> | undefined
const startEmbeddedServer = () => {
  embeddedUrl ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'adire-test-'))
    const { url, stop } = await startEmbedded({ dataDir })
    process.once('beforeExit', async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    return url
  })()
  return embeddedUrl
}
