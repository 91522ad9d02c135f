import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { customers } from '../features/customers/tables.ts'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'
import { prepareFind, prepareInsert, prepareUpdate } from './row-statements.ts'

type Customer = typeof customers.$inferSelect

test('a row is inserted, found, locked and changed, with values, nulls, expressions and columns that are not given', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t), writers: 1 })
  atEnd(t, () => database.close())
  const key = { merchantId: customers.merchantId, id: customers.id }
  const [insert, update] = [prepareInsert(customers), prepareUpdate(customers, key)]
  const [find, lock] = [prepareFind(customers, key, false), prepareFind(customers, key, true)]
  const merchantId = crypto.randomUUID()
  const createdAt = new Date('2026-11-02T10:00:00.000Z')
  await database.write(async (tx) => {
    const add = async (row: Partial<Customer>) => (await insert(tx, { merchantId, createdAt, ...row })) as Customer
    const ada = await add({ email: 'ada@example.com', firstName: 'Ada', metadata: { shop: 1 } })
    const bola = await add({ email: 'bola@example.com', firstName: null, metadata: { shop: 2 } })
    assert.deepEqual([ada.firstName, ada.metadata, ada.paidKobo], ['Ada', { shop: 1 }, 0])
    assert.deepEqual([bola.firstName, bola.metadata, bola.createdAt], [null, { shop: 2 }, createdAt])

    const change = async (to: object) => (await update(tx, ada, { ...to })) as Customer
    assert.deepEqual((await change({ firstName: 'Adaeze', firstPaidAt: createdAt })).firstPaidAt, createdAt)
    assert.equal((await change({ firstName: null, firstPaidAt: null })).firstPaidAt, null)
    assert.equal((await change({ firstName: 'Ada', lastName: undefined })).firstName, 'Ada')
    assert.equal((await change({ paidKobo: sql`${customers.paidKobo} + 500` })).paidKobo, 500)
    assert.equal((await change({ paidKobo: sql`${customers.paidKobo} + 700` })).paidKobo, 1_200)

    assert.deepEqual(await lock(tx, bola), bola)
    assert.equal(((await find(tx, ada)) as Customer).email, 'ada@example.com')
    assert.equal(await find(tx, { merchantId: crypto.randomUUID(), id: ada.id }), undefined)
  })
})
