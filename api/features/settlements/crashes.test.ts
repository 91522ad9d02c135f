import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import type { Connector } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxTransfers } from '../../connectors/tables.ts'
import type { Context } from '../../context.ts'
import { stepsOf } from '../../jobs/worker.ts'
import { settling } from '../../testing/settling.ts'
import { checkBooks } from './check-books.ts'
import { gather } from './gather.ts'
import { businessOwner } from './move.ts'
import { pay } from './pay.ts'
import { payouts } from './tables.ts'

type Write = <T>(use: (context: Context) => Promise<T>) => Promise<T>
class Crash extends Error {}

/** Where the process ends: before a transaction is kept, or after, or before or after the bank is asked; the nth time. */
interface Place {
  at: 'commit' | 'bank'
  when: 'before' | 'after'
  nth: number
}

function crashing(place: Place, write: Write, connector: Connector): { write: Write; connector: Connector } {
  const seen = { commit: 0, bank: 0 }
  const isHere = (at: Place['at'], when: Place['when']) =>
    place.at === at && place.when === when && seen[at] === place.nth
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
      transfer: async (request) => {
        seen.bank++
        if (isHere('bank', 'before')) throw new Crash()
        const said = await connector.transfer(request)
        if (isHere('bank', 'after')) throw new Crash()
        return said
      },
    },
  }
}

const places: Place[] = [
  { at: 'commit', when: 'before', nth: 1 },
  { at: 'commit', when: 'after', nth: 1 },
  { at: 'bank', when: 'before', nth: 1 },
  { at: 'bank', when: 'after', nth: 1 },
  { at: 'commit', when: 'before', nth: 2 },
  { at: 'commit', when: 'after', nth: 2 },
]

const onlyCrashes = (error: unknown) => {
  if (!(error instanceof Crash)) throw error
}

for (const place of places)
  test(`a payout that is cut off ${place.when} the ${place.at} (${place.nth}) is paid once, and the books agree`, async (t) => {
    const { app, call, pay: takePayment, merchantId, to, sweep, addAccount, holds } = await settling(t)
    await addAccount()
    await takePayment(2_000_000)
    to(1, 1.2)
    await sweep()
    to(1, 9.2)
    const [due] = (await call(listSettlements, {})).content
    const own = await stepsOf(app.runtime).of(merchantId)
    const cut = crashing(place, own.write, connectorFor('TEST', app.runtime.config, own.write))
    await pay(cut.write, cut.connector, { merchantId, id: due!.id }).catch(onlyCrashes)
    const check = () => checkBooks((use) => stepsOf(app.runtime).write(use))
    assert.deepEqual((await check()).faults, [])

    // The next process finds it where it was left: at once, or when the bank is asked what it did.
    await sweep()
    to(1, 9.5)
    await sweep()
    const paid = await call(getSettlement, { id: due!.id })
    assert.deepEqual([paid.status, paid.attempts, paid.figures.differenceKobo], ['success', 1, 0])
    const sent = await app.runtime.database.read((tx) => tx.select().from(sandboxTransfers))
    assert.deepEqual(
      sent.map(({ status, amountKobo }) => [status, amountKobo]),
      [['paid', paid.amountKobo]],
    )
    assert.deepEqual([await holds('available'), await holds('in_payout')], [0, 0])
    assert.deepEqual((await check()).faults, [])
  })

test('gathering that is cut off leaves nothing behind, and many at once gather and pay once', async (t) => {
  const { app, call, pay: takePayment, merchantId, to, sweep, addAccount, holds } = await settling(t)
  await addAccount()
  for (const kobo of [2_000_000, 700_000, 150_000]) await takePayment(kobo)
  const pending = await holds('pending')
  to(1, 1.2)
  const own = await stepsOf(app.runtime).of(merchantId)
  const cut = async (context: Context) => {
    await gather(context, businessOwner(merchantId))
    throw new Crash()
  }
  await own.write(cut).catch(onlyCrashes)
  assert.equal((await call(listSettlements, {})).totalElements, 0)
  assert.equal(await holds('pending'), pending)

  const gathered = await Promise.all(
    Array.from({ length: 6 }, () => own.write((context) => gather(context, businessOwner(merchantId)))),
  )
  assert.equal(gathered.filter(Boolean).length, 1)
  to(1, 9.2)
  const [due] = (await call(listSettlements, {})).content
  const connector = connectorFor('TEST', app.runtime.config, own.write)
  await Promise.all(Array.from({ length: 6 }, () => pay(own.write, connector, { merchantId, id: due!.id })))
  await sweep()
  const tries = await app.runtime.database.read((tx) => tx.select().from(payouts))
  assert.deepEqual(
    tries.map(({ status, amountKobo }) => [status, amountKobo]),
    [['paid', pending - 5_000]],
  )
  assert.deepEqual([await holds('pending'), await holds('available'), await holds('in_payout')], [0, 0, 0])
})
