// npm run test:postgres -- FOLDER... [FILE.test.ts...]: runs tests on other versions of PostgreSQL. Each folder has `initdb` and `postgres`,
// such as /usr/lib/postgresql/15/bin. Without files: all of `npm test -- --only api`. Programs that a test starts with a database of their own
// use the built-in PostgreSQL.
import { isServerFolder, readVersion, startServer } from './postgres-server.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { useScratchFolder } from './scratch.mjs'
import { listTestFiles } from './test-files.mjs'

/** As the runner sets the built-in one: its data is deleted at the end. */
const forgetful = ['synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'max_wal_size=256MB']

const given = process.argv.slice(2)
const folders = given.filter(isServerFolder)
const files = given.filter((path) => path.endsWith('.test.ts'))
if (folders.length === 0 || folders.length + files.length < given.length) {
  console.error('✗ Use: npm run test:postgres -- <folder with initdb and postgres>... [FILE.test.ts...]')
  process.exit(2)
}
useScratchFolder()
const node = await install()
await build(node)
let failures = 0
for (const folder of folders) if (!(await testOn(folder))) failures++
process.exit(failures > 0 ? 1 : 0)

async function testOn(folder) {
  const version = readVersion(folder)
  console.log(`• ${version}`)
  const server = await startServer(folder, forgetful)
  try {
    const url = `postgres://adire@localhost:5432/postgres?host=${encodeURIComponent(server.dir)}&sslmode=disable`
    const code = await run(node, ['api/testing/run.ts', ...(files.length > 0 ? files : listTestFiles())], {
      env: { TEST_DATABASE_URL: url },
    })
    console.log(`${code === 0 ? '✓' : '✗'} ${version}`)
    return code === 0
  } finally {
    await server.remove()
  }
}
