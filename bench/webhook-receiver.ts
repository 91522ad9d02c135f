// Servers of merchants for the benchmark of webhooks: /healthy/… responds at once, /hanging/… never. Sends the time of each event's first
// arrival, in ms since 1970, when it is asked for them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const arrivals = new Map<string, number>()
const server = createServer((request, response) => {
  if (!request.url!.startsWith('/healthy')) return void request.resume()
  const id = String(request.headers['webhook-id'])
  request.resume().on('end', () => {
    if (!arrivals.has(id)) arrivals.set(id, performance.timeOrigin + performance.now())
    response.end()
  })
})
server.listen(0, '127.0.0.1', 1000, () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.([...arrivals]))
process.on('disconnect', () => process.exit(0))
