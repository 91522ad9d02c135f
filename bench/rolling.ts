// Replaces every process of a running product several times under load, and counts the requests that failed.
// Processes start as in production: two on one database, behind a load balancer that follows /health/ready.

import { openBalancedClient } from '../api/testing/balanced.ts'
import { createUser } from '../api/testing/users.ts'
import { callEndpoint } from '../contract/call.ts'
import { startPayment } from '../contract/checkout.ts'
import { createPaymentLink } from '../contract/payment-links.ts'
import { withFresh } from './fresh.ts'
import { startProduct } from './product.ts'

const requests = Number(process.env.BENCH_REQUESTS ?? 10_000)
const senders = 8
const drainSeconds = 2

await withFresh(async ({ runtime, url, dataDir }) => {
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', DRAIN_SECONDS: String(drainSeconds) }
  const client = openBalancedClient()
  const start = async () => {
    const server = await startProduct(env)
    client.add(server.url)
    await client.waitFor(server.url, true)
    return server
  }
  let running = [await start(), await start()]
  const user = await createUser(runtime)
  const link = await callEndpoint(
    {
      baseUrl: (server) => `${running[0]!.url}/test/${server}`,
      token: () => user.token,
      merchantId: () => user.merchantId,
    },
    createPaymentLink,
    { name: 'Rolling restart', amountKobo: 500_000 },
  )

  const counts = new Map<number | string, number>()
  let sent = 0
  let isReplacing = true
  const startOne = () => ({
    method: 'POST' as const,
    path: `/test/${startPayment.server}/${startPayment.path.replace(':slug', link.slug)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ checkoutId: crypto.randomUUID(), email: 'ada@example.com' }),
  })
  const send = async () => {
    while (sent < requests || isReplacing) {
      sent++
      const status = await client.send(startOne())
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  const load = Array.from({ length: senders }, send)
  let replaced = 0
  while (sent < requests) {
    const [oldest, ...others] = running
    const next = await start()
    const code = await oldest!.stop()
    if (code !== 0) throw new Error(`A process ended with the exit code ${code}`)
    running = [...others, next]
    replaced++
  }
  isReplacing = false
  await Promise.all(load)
  client.close()
  for (const server of running) await server.stop()
  const stored = await runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ payments: number }>('select count(*)::int as payments from payments')
    return rows[0]!.payments
  })
  const failed = [...counts].filter(([status]) => status !== 200 && status !== 201)
  const failures = failed.reduce((sum, [, count]) => sum + count, 0)
  console.log(`${sent} payments were started while ${replaced} processes were replaced: ${failures} requests failed.`)
  for (const [status, count] of failed) console.log(`  ${status}: ${count}`)
  console.log(`${stored} payments are stored.`)
  if (failures > 0 || stored !== sent) process.exitCode = 1
})
