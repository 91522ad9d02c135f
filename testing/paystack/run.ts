import { parseArgs } from 'node:util'
import { retryDelaysMs, runSimulator } from '../processor/run-simulator.ts'
import { openPaystackSimulator } from './simulator.ts'

// npm run paystack -- [--port 4100] [--events URL] [--balance KOBO] [--cards] [--callback URL] [--approval URL] [--by-hand]: a processor for a server on this machine.
// Transfers and refunds succeed after two seconds; with --by-hand only POST /control/settle-transfer and settle-refund end them.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    events: { type: 'string', default: 'http://127.0.0.1:3000/providers/paystack/events' },
    balance: { type: 'string', default: '10000000000' },
    cards: { type: 'boolean', default: false },
    callback: { type: 'string', default: 'http://127.0.0.1:3000/pay/return' },
    approval: { type: 'string' },
    'by-hand': { type: 'boolean', default: false },
  },
})

await runSimulator(
  { name: 'Paystack', ...values },
  openPaystackSimulator({
    port: Number(values.port),
    balanceKobo: Number(values.balance),
    retryDelaysMs,
    eventsUrl: values.events,
    acceptsCards: values.cards,
    callbackUrl: values.callback,
    approvalUrl: values.approval,
    ...(!values['by-hand'] && { settleAfterMs: 2_000 }),
  }),
  ({ url, secretKeys }) => `PROCESSOR=paystack PAYSTACK_URL=${url} PAYSTACK_SECRET_KEY=${secretKeys.live}`,
)
