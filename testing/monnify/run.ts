import { parseArgs } from 'node:util'
import { retryDelaysMs, runSimulator } from '../processor/run-simulator.ts'
import { openMonnifySimulator } from './simulator.ts'

// npm run monnify -- [--port 4110] [--events URL] [--balance KOBO] [--by-hand]: a processor for a server on this machine.
// Disbursements and refunds succeed after two seconds; with --by-hand only POST /control/settle-… ends them.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4110' },
    events: { type: 'string', default: 'http://127.0.0.1:3000/providers/monnify/events' },
    balance: { type: 'string', default: '10000000000' },
    'by-hand': { type: 'boolean', default: false },
  },
})

await runSimulator(
  { name: 'Monnify', ...values },
  openMonnifySimulator({
    port: Number(values.port),
    balanceKobo: Number(values.balance),
    retryDelaysMs,
    eventsUrl: values.events,
    ...(!values['by-hand'] && { settleAfterMs: 2_000 }),
  }),
  ({ url, keys: { apiKey, secretKey, contractCode, walletAccount } }) =>
    [
      `PROCESSOR=monnify MONNIFY_URL=${url} MONNIFY_API_KEY=${apiKey} MONNIFY_SECRET_KEY=${secretKey}`,
      `MONNIFY_CONTRACT_CODE=${contractCode} MONNIFY_WALLET_ACCOUNT=${walletAccount}`,
    ].join(' '),
)
