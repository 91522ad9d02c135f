import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from '../testing/at-end.ts'
import { startServer } from '../testing/crash-server.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'

/** HTTP status of one request on a reused connection; the error message if it failed. */
const fetchStatus = (agent: Agent, url: string) =>
  new Promise<number | string>((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!))
    }).on('error', (error) => resolve(error.message))
  })

test('a process that is stopped first reports that it is not ready, and responds to all requests until it ends', async (t) => {
  const server = await startServer({ DATA_DIR: await temporaryFolder(t), DEMO: 'off', DRAIN_SECONDS: '120' })
  atEnd(t, () => server.kill())
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  atEnd(t, () => agent.destroy())
  const isReady = async () => (await fetchStatus(agent, `${server.url}/health/ready`)) === 200

  // Like a load balancer: checks from time to time whether the process is ready, and sends requests while it is.
  let sending = true
  const statuses: (number | string)[] = []
  const send = async () => {
    while (sending) statuses.push(await fetchStatus(agent, `${server.url}/openapi.json`))
  }
  const senders = Array.from({ length: 6 }, send)
  assert.equal(await isReady(), true)
  const stopped = server.stop()
  while (await isReady()) await pause(50)
  assert.equal(await fetchStatus(agent, `${server.url}/health/live`), 200)
  // Those that were under way, and as many again that it received when it was not ready.
  const before = statuses.length
  while (statuses.length < before + 12) await pause(20)
  sending = false
  await Promise.all(senders)
  assert.deepEqual(new Set(statuses), new Set([200]))
  // At a second signal it stops without waiting.
  await server.stop()
  assert.equal(await stopped, 0)
})
