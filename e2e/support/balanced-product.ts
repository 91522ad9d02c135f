// The product as several machines run it, behind HAProxy at PORT: three processes for requests, of which one also runs jobs, and one for
// jobs, on one database. Stories use it with E2E_BALANCED=on (docs/development.md).

import { startEmbedded } from '../../api/database/embedded.ts'
import { balanceProcesses } from '../../bench/balancer.ts'
import { startProduct } from '../../bench/product.ts'
import { freePort } from '../../scripts/free-port.mjs'

const { DATA_DIR, PORT } = process.env
const { url, stop } = await startEmbedded({ dataDir: DATA_DIR! })
const start = async (ROLES: string) =>
  startProduct({ ...(process.env as Record<string, string>), DATABASE_URL: url, ROLES, PORT: String(await freePort()) })
// The first process creates the tables and the demo business. A process for requests alone is not ready while no job runs.
const first = await start('api,worker')
const [api, otherApi, worker] = await Promise.all(['api', 'api', 'worker'].map(start))
const places = [first, api!, otherApi!, worker!]
const balancer = await balanceProcesses(
  [first, api!, otherApi!].map((server) => server.url),
  Number(PORT),
)
process.on('SIGTERM', async () => {
  await balancer.close()
  for (const server of places.toReversed()) await server.stop()
  await stop()
  process.exit(0)
})
