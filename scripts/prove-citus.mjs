// npm run prove:citus -- FOLDER [FILE.test.ts...]: runs API tests on a coordinator and two workers with Citus (decision 96).
// The folder has `initdb` and `postgres` of a PostgreSQL in which Citus is installed, such as /usr/lib/postgresql/15/bin. Without files: all
// tests of the API that use the database of the runner. Exit code 1 unless all of them pass, and no statement about one merchant asks all servers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupErrors, listMultiShardStatements, namesMerchant } from './citus-log.mjs'
import { startCitusServers } from './citus-servers.mjs'
import { isServerFolder, readVersion } from './postgres-server.mjs'
import { build, install } from './prepare.mjs'
import { cacheDir, root, run } from './run.mjs'
import { useScratchFolder } from './scratch.mjs'

/** Tests of programs that start a PostgreSQL of their own, and of databases with another schema. */
const elsewhere =
  /^api\/(backup|tracing)\/|^api\/database\/(embedded|migrate|replica|early-|partitions)|^api\/testing\/(crash|full-disk|outage|renewal-crash|start|processes|statements)/

const given = process.argv.slice(2)
const [folder] = given.filter(isServerFolder)
const chosen = given.filter((path) => path.endsWith('.test.ts'))
if (!folder || given.length > 1 + chosen.length) {
  console.error('✗ Use: npm run prove:citus -- <folder with initdb and postgres> [FILE.test.ts...]')
  process.exit(2)
}
const files = chosen.length > 0 ? chosen : listFiles()
useScratchFolder()
const node = await install()
await build(node)
const settings = [
  'autovacuum=off',
  // One shard of each table on each worker: more would only make each database slower to copy.
  'citus.shard_count=2',
  'citus.multi_task_query_log_level=log',
]
const servers = await startCitusServers(folder, settings)
let isPassed = false
try {
  const [coordinator, ...workers] = servers
  const env = { TEST_DATABASE_URL: coordinator.url, TEST_DATABASE_WORKERS: workers.map(({ url }) => url).join(' ') }
  console.log(`• ${readVersion(folder)} with Citus: a coordinator and two workers`)
  if ((await run(node, ['api/testing/citus/prepare.ts'], { env })) !== 0)
    throw new Error('The cluster could not be prepared')
  // A database with connections cannot be copied. Citus has connections to each database that was used, also between the servers.
  for (const server of servers) await server.end()
  for (const server of servers) await server.start()
  const begin = coordinator.readLog().length
  await run(node, ['api/testing/run.ts', ...files], { env })
  isPassed = printResult(coordinator.readLog().slice(begin))
} finally {
  for (const server of servers) await server.remove()
}
process.exit(isPassed ? 0 : 1)

function printResult(log) {
  const folderOfReports = join(cacheDir, 'reports')
  const reports = readdirSync(folderOfReports)
    .filter((name) => name !== 'statements.json')
    .map((name) => JSON.parse(readFileSync(join(folderOfReports, name), 'utf8')))
  const sum = (field) => reports.reduce((total, report) => total + report[field], 0)
  const failures = reports.flatMap((report) => report.failures)
  const byFile = Map.groupBy(failures, ({ title }) => title.split(' › ')[0])
  console.log(`\nFailed tests by file (${byFile.size} of ${files.length}):`)
  for (const [file, list] of [...byFile].sort()) console.log(`  ${String(list.length).padStart(4)}  ${file}`)
  console.log('\nErrors of the coordinator by cause:')
  const groups = groupErrors(log)
  for (const { code, cause, count, statements } of groups) {
    console.log(`  ${String(count).padStart(5)} times, ${statements.length} statements: ${code} ${cause}`)
  }
  const onAllServers = listMultiShardStatements(log)
  const ofOneMerchant = onAllServers.filter(namesMerchant)
  console.log(
    `\nStatements that asked all servers: ${onAllServers.length}, ${ofOneMerchant.length} of them about one merchant`,
  )
  for (const statement of ofOneMerchant) console.log(`  ${statement.slice(0, 200)}`)
  const file = join(cacheDir, 'citus.json')
  writeFileSync(file, JSON.stringify({ failures, groups, onAllServers, ofOneMerchant }, null, 1))
  console.log(`\nDetails: ${file}`)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  console.log(`\n${failed === 0 ? '✓' : '✗'} ${passed} tests passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 && passed > 0 && ofOneMerchant.length === 0
}

function listFiles() {
  return readdirSync(join(root, 'api'), { recursive: true })
    .map((name) => `api/${name}`)
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules') && !elsewhere.test(name))
    .sort()
}
