import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settlementFixture } from '../../testing/settlement-fixture.ts'

test('the ledger check finds an entry, a line, a copy or an account of another merchant', async (t) => {
  const fixture = await settlementFixture(t)
  await fixture.pay(500_000)
  const other = (await fixture.app.createUser('Other')).merchantId
  for (const [table, fault] of [
    ['ledger_entries', /The entry payment:.* is of the merchant .*, but not all of its lines/],
    ['ledger_lines', /The entry payment:.* is of the merchant .*, but not all of its lines/],
    ['ledger_deltas', /An amount of the entry payment:.* is waiting in ledger_deltas for the merchant/],
    [
      'ledger_unsettled_lines',
      /An amount of the entry payment:.* is waiting in ledger_unsettled_lines for the merchant/,
    ],
    ['ledger_accounts', /The entry payment:.* is of the merchant .*, but not all of its lines/],
    ['ledger_accounts', /The account pending of .* has another merchant/],
  ] as const) {
    const set = (merchantId: string, but: string) =>
      fixture.app.runtime.database.write((tx) =>
        tx.$client.query(`update ${table} set merchant_id = $1 where merchant_id = $2`, [merchantId, but]),
      )
    await set(other, fixture.merchantId)
    const found = await fixture.faults()
    assert.ok(
      found.some((sentence) => fault.test(sentence)),
      `${table}: ${found.join('; ')}`,
    )
    await set(fixture.merchantId, other)
    assert.deepEqual(await fixture.faults(), [])
  }
})
