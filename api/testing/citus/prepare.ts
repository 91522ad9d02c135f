// Makes the database from which the tests' databases are copied, on a coordinator and its workers, and prints what is distributed:
// `node api/testing/citus/prepare.ts`, with TEST_DATABASE_URL and TEST_DATABASE_WORKERS.
import { migrateDatabase } from '../../database/migrate.ts'
import { asOneClient } from '../../database/one-client.ts'
import { databaseUrl, nodeUrls, templateName } from '../database.ts'
import { createOnNodes } from './cluster.ts'
import { type Distribution, distributeTables } from './distribute.ts'

const server = process.env.TEST_DATABASE_URL!
const nodes = nodeUrls(databaseUrl(server, templateName))
const url = nodes[0]!
await createOnNodes(nodes)
await migrateDatabase(url)
print(await asOneClient(url, (client) => distributeTables(client)))

function print({ distributed, references, local, lostForeignKeys }: Distribution) {
  const listOf = (title: string, items: readonly string[]) => [
    `\n${title} (${items.length}):`,
    ...items.map((item) => `  ${item}`),
  ]
  const byReason = Map.groupBy(local.keys(), (table) => local.get(table)!)
  const lines = [
    ...listOf('Distributed by merchant_id', distributed),
    ...listOf('Copied to each server', references),
    `\nOn the coordinator only (${local.size}):`,
    ...[...byReason].map(([reason, tables]) => `  ${tables.join(', ')}: ${reason}`),
    ...listOf('Foreign keys that the cluster cannot have', lostForeignKeys),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
