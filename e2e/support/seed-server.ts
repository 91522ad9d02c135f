// Creates businesses for the browser tests, beside the running product and in its database: `POST /` with a name, an email and a password
// responds with the owner and their credentials, `POST /staff` with a role and a name with a person of the back office, and `POST /lost-transfer` with an account number and an amount makes a
// transfer that nobody is told of. Registration by form and email has its own tests.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { readConfig } from '../../api/config.ts'
import { sandboxBank } from '../../api/connectors/sandbox/bank.ts'
import { sandboxStore } from '../../api/connectors/sandbox/store.ts'
import type { Context } from '../../api/context.ts'
import { connectDatabase } from '../../api/database/connect.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { openSigner } from '../../api/features/auth/access-token.ts'
import { openVault } from '../../api/files/vault.ts'
import { createStaff } from '../../api/testing/staff.ts'
import { confirmSessions, newOwner } from '../../api/testing/users.ts'

const config = readConfig(process.env)
let opening: ReturnType<typeof open> | undefined

/** Connects at the first call: only then is the product, which starts the database, certain to run. */
async function open() {
  const url = config.databaseUrl ?? (await startEmbedded({ dataDir: config.dataDir })).url
  return {
    database: connectDatabase({ url, writers: 2, readers: 1 }),
    vault: await openVault(config.dataDir),
    signer: await openSigner(config.dataDir),
    clock: () => new Date(),
  }
}

/** A transfer whose message never arrives, to a payment that is not queried by itself for the next hour. */
async function transferUnnoticed(
  { database, clock }: Awaited<ReturnType<typeof open>>,
  { accountNumber, amountKobo }: { accountNumber: string; amountKobo: number },
) {
  await database.write((tx) =>
    tx.$client.query(
      `update payments set check_at = now() + interval '1 hour'
       where channel_details ? 'bank_transfer' and channel_details #>> '{bank_transfer,accountNumber}' = $1`,
      [accountNumber],
    ),
  )
  const store = sandboxStore((use) => database.write((tx) => use({ tx, now: clock() } as Context)))
  return sandboxBank(store).transfer(accountNumber, amountKobo)
}

// As the product: with the 5 seconds of Node, a connection ends just as the next story sends on it.
const server = createServer({ keepAliveTimeout: 72_000 }, async (request, response) => {
  try {
    if (request.method !== 'POST') return response.end('ready')
    opening ??= open()
    const runtime = await opening
    const given = JSON.parse(await text(request))
    if (request.url === '/staff')
      return response.end(JSON.stringify(await createStaff({ runtime }, given.role, given.name, given.isConfirmed)))
    if (request.url === '/lost-transfer') return response.end(JSON.stringify(await transferUnnoticed(runtime, given)))
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
