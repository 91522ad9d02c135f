import type { TestContext } from 'node:test'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { asc, ne } from 'drizzle-orm'
import { type ReconciliationOptions, runReconciliationCommand } from '../features/reconciliation/operator.ts'
import { reconciliationItems } from '../features/reconciliation/tables.ts'
import type { JobUnitOfWork } from '../jobs/job-handler.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { platformAccount } from '../ledger/accounts.ts'
import { getBalance } from '../ledger/ledger.ts'
import { runNow } from './drain.ts'
import { settlementFixture } from './settlement-fixture.ts'

/** The simulator of a processor. */
interface Simulated {
  url: string
  control: {
    setAccountName(account: { bankCode: string; accountNumber: string; name: string }): void
    setEventsUrl(input: { url: string }): void
    decideOnPage(input: { reference: string; decision: 'success' }): Promise<void>
    waitForEvents(): Promise<void>
  }
}

/** A live business with a processor, and what its operator does to reconcile. */
export async function reconciledFixture(
  t: TestContext,
  processor: string,
  { simulator, settings }: { simulator: Simulated; settings: Record<string, string> },
) {
  const fixture = await settlementFixture(t, { PROCESSOR: processor, ...settings }, undefined, 'LIVE')
  const { app, call } = fixture
  const { control } = simulator
  control.setAccountName({ bankCode: '044', accountNumber: '0000000017', name: 'TOLA STORES' })
  control.setEventsUrl({ url: `${app.url}/providers/${processor}/events` })
  const payer = app.asNobody('LIVE')
  const link = await call(createPaymentLink, { name: 'Lace', amountKobo: 5_000_000 })
  const begin = () =>
    payer.call(startPayment, { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  const settle = async () => {
    await control.waitForEvents()
    await app.drain()
  }
  const findPayment = async (reference: string) => (await call(listPayments, { search: reference })).content[0]!
  const payByPage = async () => {
    const { accessCode, reference } = await begin()
    await payer.call(openCardPage, { accessCode })
    await control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
    await settle()
    return findPayment(reference)
  }
  const { write } = jobUnitOfWork(app.runtime) as JobUnitOfWork
  const output: string[] = []
  const operator = {
    reviewer: 'ngozi',
    files: app.runtime.files,
    print: (line: string) => void output.push(line),
    write,
  }
  const balanceOf = (kind: 'processor_clearing' | 'processor_fees' | 'bank') =>
    app.runtime.database.read((tx) => getBalance(tx, platformAccount('LIVE', kind)))
  const reconcileNow = async () => {
    await runNow(app.runtime, 'reconcile')
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query<{ balance: number; expected: number; open: number }>(
        `select balance_kobo as balance, expected_kobo as expected, open_items as open from reconciliations
         order by id desc limit 1`,
      ),
    )
    return rows[0]!
  }
  const listItems = () =>
    app.runtime.database.read((tx) =>
      tx
        .select()
        .from(reconciliationItems)
        .where(ne(reconciliationItems.status, 'gone'))
        .orderBy(asc(reconciliationItems.number)),
    )
  const command = async (words: string[], options: ReconciliationOptions = {}) => {
    output.length = 0
    return { code: await runReconciliationCommand(operator, words, options), text: output.join('\n') }
  }
  /** References of payouts, in the order of their attempts. */
  const listPayouts = () =>
    app.runtime.database.read(
      async (tx) =>
        (await tx.$client.query<{ reference: string }>('select reference from payouts order by attempt')).rows,
    )
  const actions = { begin, payByPage, findPayment, settle, reconcileNow, listItems, command, operator, listPayouts }
  return { ...fixture, ...actions, payer, balanceOf }
}
