import { parseArgs } from 'node:util'
import { openPaystackSimulator } from './simulator.ts'

// npm run paystack -- [--port 4100] [--events URL] [--balance KOBO] [--by-hand]: a processor for a server on this machine.
// Transfers and refunds succeed after two seconds; with --by-hand only POST /control/settle-transfer and settle-refund end them.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    events: { type: 'string', default: 'http://127.0.0.1:3000/providers/paystack/events' },
    balance: { type: 'string', default: '10000000000' },
    'by-hand': { type: 'boolean', default: false },
  },
})

const opened = await openPaystackSimulator({
  port: Number(values.port),
  balanceKobo: Number(values.balance),
  // Paystack waits for 3 minutes; nobody at a desk does.
  retryDelaysMs: [2_000, 5_000, 15_000, 60_000, 180_000],
  eventsUrl: values.events,
  ...(!values['by-hand'] && { settleAfterMs: 2_000 }),
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(`✗ Port ${values.port} is in use: use another --port`)
  return process.exit(1)
})
const { url, secretKeys, control, close } = opened
console.log(
  `Paystack simulator on ${url}: open this page to pay, decline and settle. Events are posted to ${values.events}`,
)
console.log('Start the product with:\n')
console.log(`PROCESSOR=paystack PAYSTACK_URL=${url} PAYSTACK_SECRET_KEY=${secretKeys.live} npm start\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    for (const { operation, problems } of control.readViolations())
      console.log(`✗ ${operation}: ${problems.join('; ')}`)
    await close()
  })
