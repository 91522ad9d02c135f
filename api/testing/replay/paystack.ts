import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectorCalls, openReplayed } from './calls.ts'
import { replayEvents } from './events.ts'
import { listPublishedResponses, type PublishedResponse } from './published.ts'

// npm run paystack:replay -- <folder>: a checkout of github.com/PaystackOSS/doc-code-snippets, which has no licence and is therefore not
// in this repository. Gives each of Paystack's published responses to each call of the connector, and each published event to its
// reader. Exit code 1 if one of them passes for a success that it does not prove, or an altered event for authentic.
const { positionals } = parseArgs({ allowPositionals: true })
const folder = positionals[0]
if (!folder) {
  console.error('npm run paystack:replay -- <folder of PaystackOSS/doc-code-snippets>')
  process.exit(2)
}
readFileSync(join(folder, 'dist/api/transactions/verify/response.json'))

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Response to every request; `isAdapted`: with the reference that was asked for, our amount, and the live mode. */
let served: Pick<PublishedResponse, 'status' | 'body'> & { isAdapted: boolean } = {
  status: 404,
  body: {},
  isAdapted: false,
}
let lastBody: unknown
const server: Server = createServer(async (request, response) => {
  const given = Buffer.concat(await request.toArray()).toString('utf8')
  const { reference = request.url!.split('?')[0]!.split('/').at(-1), merchant_note: note } = given
    ? JSON.parse(given)
    : {}
  lastBody = served.isAdapted ? adaptResponse(served.body, { reference, merchant_note: note }) : served.body
  response.writeHead(served.status, { 'content-type': 'application/json' }).end(JSON.stringify(lastBody))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function adaptResponse(body: unknown, named: Record<string, unknown>): unknown {
  const { data, ...rest } = body as { data?: unknown }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return body
  const own = { domain: 'live', amount: 500_000, currency: 'NGN', recipient_code: 'RCP_x' }
  return { ...rest, data: { ...data, ...own, ...named } }
}

const faults: string[] = []
const counts = new Map<string, number>()
const responses = listPublishedResponses(folder)
for (const response of responses)
  for (const isAdapted of [false, true])
    for (const { name, call, isProven } of connectorCalls) {
      served = { ...response, isAdapted }
      const outcome = await call(openReplayed(url)).catch((error: Error) => ({ kind: `rejected: ${error.name}` }))
      const kind = Array.isArray(outcome) ? 'list' : (outcome.kind ?? 'value')
      counts.set(`${name}: ${kind}`, (counts.get(`${name}: ${kind}`) ?? 0) + 1)
      if (['success', 'processed', 'paid'].includes(kind) && !isProven(lastBody))
        faults.push(`${response.name} passes for ${kind} in ${name}`)
    }
// What an event is about is queried: the server knows nothing.
served = { status: 404, body: { status: false, message: 'Transaction not found' }, isAdapted: false }
const { events, altered, faults: faultsOfEvents } = await replayEvents(folder, openReplayed(url))
server.close()

for (const [outcome, count] of [...counts].sort()) printLine(`${String(count).padStart(6)}  ${outcome}`)
printLine(
  `${responses.length} responses were given to each of ${connectorCalls.length} calls, as published and with our reference.`,
)
printLine(`${events} events were read, and ${altered} altered ones were rejected.`)
for (const fault of [...faults, ...faultsOfEvents]) console.error(`✗ ${fault}`)
process.exitCode = faults.length + faultsOfEvents.length > 0 ? 1 : 0
