import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxTransfers } from '../../connectors/sandbox/tables.ts'
import type { Context } from '../../context.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { checkLedger } from './check-ledger.ts'
import { createSettlement } from './create.ts'
import { businessOwner } from './move.ts'
import { paySettlement } from './pay.ts'
import { payouts } from './tables.ts'

type Write = <T>(use: (context: Context) => Promise<T>) => Promise<T>
class Crash extends Error {}

/** Point at which the process ends: before or after the nth commit, or before or after the nth call to the bank. */
interface CrashPoint {
  at: 'commit' | 'bank'
  when: 'before' | 'after'
  nth: number
}

function crashing(
  crashPoint: CrashPoint,
  write: Write,
  connector: ConnectorWith<'payouts'>,
): { write: Write; connector: ConnectorWith<'payouts'> } {
  const seen = { commit: 0, bank: 0 }
  const isHere = (at: CrashPoint['at'], when: CrashPoint['when']) =>
    crashPoint.at === at && crashPoint.when === when && seen[at] === crashPoint.nth
  return {
    write: async (use) => {
      seen.commit++
      const result = await write(async (context) => {
        const made = await use(context)
        if (isHere('commit', 'before')) throw new Crash()
        return made
      })
      if (isHere('commit', 'after')) throw new Crash()
      return result
    },
    connector: {
      ...connector,
      payouts: {
        ...connector.payouts,
        send: async (request) => {
          seen.bank++
          if (isHere('bank', 'before')) throw new Crash()
          const outcome = await connector.payouts.send(request)
          if (isHere('bank', 'after')) throw new Crash()
          return outcome
        },
      },
    },
  }
}

const crashPoints: CrashPoint[] = [
  { at: 'commit', when: 'before', nth: 1 },
  { at: 'commit', when: 'after', nth: 1 },
  { at: 'bank', when: 'before', nth: 1 },
  { at: 'bank', when: 'after', nth: 1 },
  { at: 'commit', when: 'before', nth: 2 },
  { at: 'commit', when: 'after', nth: 2 },
]

/** A business that is paid out to its bank account. */
async function payableFixture(t: TestContext) {
  const { pay: takePayment, addAccount, ...fixture } = await settlementFixture(t)
  await addAccount()
  return { ...fixture, takePayment }
}

const onlyCrashes = (error: unknown) => {
  if (!(error instanceof Crash)) throw error
}

for (const crashPoint of crashPoints)
  test(`a payout that is interrupted ${crashPoint.when} the ${crashPoint.at} (${crashPoint.nth}) is paid once, and the ledger agrees`, async (t) => {
    const { app, call, takePayment, merchantId, to, runScheduledJobs, balanceOf } = await payableFixture(t)
    await takePayment(2_000_000)
    to(1, 1.2)
    await runScheduledJobs()
    to(1, 9.2)
    const [due] = (await call(listSettlements, {})).content
    const unitOfWork = await jobUnitOfWork(app.runtime).of(merchantId)
    const source = { ...unitOfWork, mode: 'TEST' as const }
    const cut = crashing(crashPoint, unitOfWork.write, connectorFor(source, 'payouts'))
    await paySettlement(cut.write, () => cut.connector, { merchantId, id: due!.id, attempts: 0 }).catch(onlyCrashes)
    const check = () => checkLedger((use) => jobUnitOfWork(app.runtime).write(use))
    assert.deepEqual((await check()).faults, [])

    // The next process continues from there: at once, or when the bank is queried for the outcome.
    await runScheduledJobs()
    to(1, 9.5)
    await runScheduledJobs()
    const paid = await call(getSettlement, { id: due!.id })
    assert.deepEqual([paid.status, paid.attempts, paid.figures.differenceKobo], ['success', 1, 0])
    const sent = await app.runtime.database.read((tx) => tx.select().from(sandboxTransfers))
    assert.deepEqual(
      sent.map(({ status, amountKobo }) => [status, amountKobo]),
      [['paid', paid.amountKobo]],
    )
    assert.deepEqual([await balanceOf('available'), await balanceOf('in_payout')], [0, 0])
    assert.deepEqual((await check()).faults, [])
  })

test('an interrupted creation of settlements leaves nothing behind, and concurrent workers create and pay each once', async (t) => {
  const { app, call, takePayment, merchantId, to, runScheduledJobs, balanceOf } = await payableFixture(t)
  for (const kobo of [2_000_000, 700_000, 150_000]) await takePayment(kobo)
  const pending = await balanceOf('pending')
  to(1, 1.2)
  const unitOfWork = await jobUnitOfWork(app.runtime).of(merchantId)
  const cut = async (context: Context) => {
    await createSettlement(context, businessOwner(merchantId))
    throw new Crash()
  }
  await unitOfWork.write(cut).catch(onlyCrashes)
  assert.equal((await call(listSettlements, {})).totalElements, 0)
  assert.equal(await balanceOf('pending'), pending)

  const created = await Promise.all(
    Array.from({ length: 6 }, () =>
      unitOfWork.write((context) => createSettlement(context, businessOwner(merchantId))),
    ),
  )
  assert.equal(created.filter(Boolean).length, 1)
  to(1, 9.2)
  const [due] = (await call(listSettlements, {})).content
  const connector = connectorFor({ ...unitOfWork, mode: 'TEST' }, 'payouts')
  await Promise.all(
    Array.from({ length: 6 }, () =>
      paySettlement(unitOfWork.write, () => connector, { merchantId, id: due!.id, attempts: 0 }),
    ),
  )
  await runScheduledJobs()
  const payoutAttempts = await app.runtime.database.read((tx) => tx.select().from(payouts))
  assert.deepEqual(
    payoutAttempts.map(({ status, amountKobo }) => [status, amountKobo]),
    [['paid', pending - 5_000]],
  )
  assert.deepEqual([await balanceOf('pending'), await balanceOf('available'), await balanceOf('in_payout')], [0, 0, 0])
})
