// Creates businesses for the browser tests, beside the running product and in its database: `POST /` with a name, an email and a password
// responds with the owner and their credentials, `POST /staff` with a role and a name with a person of the back office. Registration by form and email has its own tests.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { readConfig } from '../../api/config.ts'
import { connectDatabase } from '../../api/database/connect.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { openSigner } from '../../api/features/auth/access-token.ts'
import { createStaff } from '../../api/testing/staff.ts'
import { confirmSessions, newOwner } from '../../api/testing/users.ts'

const config = readConfig(process.env)
let opening: ReturnType<typeof open> | undefined

/** Connects at the first call: only then is the product, which starts the database, certain to run. */
async function open() {
  const url = config.databaseUrl ?? (await startEmbedded({ dataDir: config.dataDir })).url
  return {
    database: connectDatabase({ url, writers: 2, readers: 1 }),
    signer: await openSigner(config.dataDir),
    clock: () => new Date(),
  }
}

const server = createServer(async (request, response) => {
  try {
    if (request.method !== 'POST') return response.end('ready')
    opening ??= open()
    const runtime = await opening
    const given = JSON.parse(await text(request))
    if (request.url === '/staff')
      return response.end(JSON.stringify(await createStaff({ runtime }, given.role, given.name)))
    const owner = await newOwner(runtime, given)
    await confirmSessions({ runtime }, owner)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(owner))
  } catch (error) {
    console.error(error)
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.SEED_PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
