// The whole product in Live Mode with a simulator of Paystack of its own, on a clock that the story moves: `node live-server.ts`, with the
// port in PORT. No job runs by itself. It prints one line of JSON: addresses and the owner of a live business, whose first day is a
// Monday at 08:00 in Lagos. `POST /<action>` at the address `actions` does what the map below has.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { eq } from 'drizzle-orm'
import { startEmbedded } from '../../api/database/embedded.ts'
import { users } from '../../api/features/auth/tables.ts'
import { goLiveRequests, merchants } from '../../api/features/merchants/tables.ts'
import { createMerchant } from '../../api/features/onboarding/register.ts'
import { runNow } from '../../api/testing/drain.ts'
import { noLimit } from '../../api/testing/live-fixture.ts'
import { mailsTo } from '../../api/testing/mails.ts'
import { reconciledFixture } from '../../api/testing/reconciled-fixture.ts'
import { openPaystackSimulator } from '../../testing/paystack/simulator.ts'

const { E2E_DATA_DIR, PORT, PAYSTACK_PCI_AOC, PAYSTACK_BANK_ACCOUNTS } = process.env
// A database beside that of the product that all stories share.
process.env.TEST_DATABASE_URL = (await startEmbedded({ dataDir: E2E_DATA_DIR! })).url

const secretKey = 'sk_live_paystack_simulator'
const publicUrl = `http://127.0.0.1:${PORT}`
let clock = () => new Date()
const paystack = await openPaystackSimulator({
  port: 0,
  secretKeys: { test: 'sk_test_x', live: secretKey },
  balanceKobo: 0,
  acceptsCards: PAYSTACK_PCI_AOC !== undefined,
  callbackUrl: `${publicUrl}/pay/return`,
  now: () => clock(),
})
const ends: (() => unknown)[] = []
const settings = {
  PORT: PORT!,
  PUBLIC_URL: publicUrl,
  PAYSTACK_URL: paystack.url,
  PAYSTACK_SECRET_KEY: secretKey,
  ...(PAYSTACK_PCI_AOC && { PAYSTACK_PCI_AOC }),
  ...(PAYSTACK_BANK_ACCOUNTS && { PAYSTACK_BANK_ACCOUNTS }),
  ...noLimit,
}
const fixture = await reconciledFixture(
  { after: (end: () => unknown) => void ends.push(end) } as TestContext,
  'paystack',
  {
    simulator: paystack,
    settings,
  },
)
const { app, user } = fixture
clock = app.runtime.clock

// Dashboards show the live business of a test business.
await app.runtime.database.write(async (tx) => {
  const now = clock()
  const owner = { userId: user.userId, email: user.email, businessName: 'Tola Stores', countryId: 566, now }
  const testMerchantId = await createMerchant(tx, { ...owner, mode: 'TEST' })
  await tx.insert(goLiveRequests).values({ merchantId: testMerchantId, status: 'approved', reviewedAt: now })
  await tx.update(merchants).set({ testMerchantId }).where(eq(merchants.id, user.merchantId))
  await tx.update(users).set({ modeType: 'LIVE' }).where(eq(users.id, user.userId))
})

const actions: Record<string, (input: never) => unknown> = {
  /** Delivers the events of the processor and runs the due jobs. */
  drain: () => fixture.settle(),
  forward: ({ minutes }: { minutes: number }) => app.forward(minutes * 60_000),
  day: ({ day }: { day: number }) => fixture.day(day),
  to: ({ day, hour }: { day: number; hour: number }) => fixture.to(day, hour),
  run: async ({ job }: { job: string }) => {
    await runNow(app.runtime, job)
    await fixture.settle()
  },
  morning: async ({ day }: { day: number }) => {
    await fixture.morning(day)
    await fixture.settle()
  },
  'add-account': () => fixture.addAccount(),
  confirm: () => fixture.confirm(),
  reconcile: () => fixture.command(['run']),
  payouts: () => fixture.listPayouts(),
  'platform-balance': ({ account }: { account: 'processor_clearing' | 'processor_fees' }) => fixture.balanceOf(account),
  'ledger-faults': () => fixture.faults(),
  /** Refunds at the processor, newest first. */
  refunds: async () => {
    const response = await fetch(`${paystack.url}/refund`, { headers: { authorization: `Bearer ${secretKey}` } })
    return ((await response.json()) as { data: unknown }).data
  },
  violations: () => paystack.control.readViolations(),
  mails: ({ to }: { to: string }) => mailsTo(app, to),
}
// As the product: with the 5 seconds of Node, a connection ends just as the next story sends on it.
const server = createServer({ keepAliveTimeout: 72_000 }, async (request, response) => {
  try {
    const action = actions[request.url!.slice(1)]!
    const result = await action(JSON.parse((await text(request)) || '{}') as never)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result ?? null))
  } catch (error) {
    response.writeHead(500).end((error as Error).stack)
  }
})
server.listen(0, '127.0.0.1', () => {
  const actionsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = { url: settings.PUBLIC_URL, paystackUrl: paystack.url, actionsUrl, owner: user }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
})
process.on('SIGTERM', async () => {
  server.close()
  for (const end of ends) await end()
  await paystack.close()
  process.exit(0)
})
