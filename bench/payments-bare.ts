// Sends the statements of complete payments on several connections for a time, and reports how many it completed.
import pg from 'pg'
import { processCpuMicros } from './fresh.ts'
import { replay, type Script } from './statements.ts'

interface Order {
  url: string
  script: Script
  connections: number
  ms: number
}

process.on('message', async ({ url, script, connections, ms }: Order) => {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
      await client.connect()
      return client
    }),
  )
  const begin = { at: performance.now(), cpu: processCpuMicros() }
  let count = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - begin.at < ms) {
        await replay(client, script)
        count++
      }
    }),
  )
  process.send?.({ count, cpuUs: processCpuMicros() - begin.cpu })
  for (const client of clients) await client.end()
})
