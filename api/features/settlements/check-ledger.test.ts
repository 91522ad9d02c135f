import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestRefund } from '@adire/contract/refunds.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { merchantAccount, merchantKinds } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { historyArbitrary } from '../../testing/histories.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { paidTotals, settlementTotals } from '../../testing/settlement-totals.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { createSimulatedMerchant } from '../../testing/simulated-merchant.ts'
import { checkLedger } from './check-ledger.ts'
import { type MoneyCommandOptions, runMoneyCommand } from './operator.ts'
import { payoutSettings } from './tables.ts'

const noChoices: MoneyCommandOptions = {
  reason: undefined,
  from: undefined,
  to: undefined,
  csv: false,
  reserveBps: undefined,
  reserveDays: undefined,
  stampDuty: undefined,
}

type SettlementFixture = Awaited<ReturnType<typeof settlementFixture>>

const checkLedgerOf = ({ app }: SettlementFixture) => checkLedger((use) => jobUnitOfWork(app.runtime).write(use))

/** Proceeds less fees and money returned, summed from the merchant's own rows; and its balances plus payouts. */
async function bothSides({ merchantId, write }: Awaited<ReturnType<typeof createSimulatedMerchant>>) {
  return write(async ({ tx }) => {
    const { rows } = await tx.$client.query<{ collected: number; settled: number }>(
      `select (select coalesce(sum(net_kobo), 0) from payments where merchant_id = $1)
            - (select coalesce(sum(from_pending_kobo + from_available_kobo), 0) from refunds
               where merchant_id = $1 and status <> 'failed')
            - (select coalesce(sum(lost_kobo - owed_kobo), 0) from disputes where merchant_id = $1) as collected,
              (select coalesce(sum(stamp_duty_kobo + case when status = 'paid' then amount_kobo else 0 end), 0)
               from payouts where merchant_id = $1 and status <> 'returned') as settled`,
      [merchantId],
    )
    let unsettled = 0
    for (const kind of merchantKinds) unsettled += await getBalance(tx, merchantAccount(merchantId, kind))
    return [rows[0]!.collected, rows[0]!.settled + unsettled]
  })
}

test('for any payments, refunds, disputes and returns, settled plus unsettled amounts equal what was collected less fees, and no kobo is lost', async (t) => {
  const fixture = await settlementFixture(t)
  await fc.assert(
    fc.asyncProperty(historyArbitrary({ shared: false }), fc.constantFrom(0, 1_000), async (steps, reserveBps) => {
      const business = await createSimulatedMerchant(fixture, { reserveBps })
      for (const each of steps) {
        if (each.do === 'pay') await business.pay(each.kobo)
        else if (each.do === 'refund') await business.refund(each.share, each.ends)
        else if (each.do === 'dispute') await business.dispute(each.share, each.ends)
        else if (each.do === 'bank') business.setBank(each.now)
        else if (each.do === 'confirm') await business.confirmAccounts()
        else await business.morning()
        const [collected, settled] = await bothSides(business)
        assert.equal(settled, collected)
      }
      // In the end, with a bank that pays, only less than the minimum payout is left. Two weekends may lie between a payment and
      // the payout of its reserve.
      business.setBank('pays')
      await business.pay(3_000_000)
      await business.morning()
      await business.confirmAccounts()
      for (let days = 0; days < 12; days++) await business.morning()
      const unsettledKobo = (await business.balanceOf('pending')) + (await business.balanceOf('available'))
      assert.ok(unsettledKobo < 100_000, `${unsettledKobo} kobo were left`)
      assert.equal(await business.balanceOf('in_payout'), 0)
      const paid = (await paidTotals(business))!
      const settled = await settlementTotals(business, '2030-03-04', business.today())
      assert.deepEqual(settled.file, paid)
      assert.equal(settled.analytics, paid[1]! + paid[2]!)
      const [, gross, fees, vat, difference] = settled.statement
      assert.deepEqual([gross, fees, vat, difference], [paid[0], -paid[1]!, -paid[2]!, 0])
      assert.deepEqual((await checkLedgerOf(fixture)).faults, [])
    }),
    {
      seed: 1,
      numRuns: 8,
      // The reserve of a last, large settlement, delayed by a bank that did not respond before a weekend.
      examples: [
        [
          [
            { do: 'morning' },
            { do: 'morning' },
            { do: 'bank', now: 'is silent' },
            { do: 'pay', kobo: 112_932, shared: undefined },
            { do: 'morning' },
            { do: 'pay', kobo: 1_027_316, shared: undefined },
          ],
          1_000,
        ],
      ],
    },
  )
})

test('the nightly check reports a wrong ledger to the operator by email and in the log; the operator can run it any time', async (t) => {
  const fixture = await settlementFixture(t)
  const { app, pay, morning, addAccount, user, merchantId } = fixture
  await addAccount()
  const payment = await pay(2_000_000)
  const settlement = (await morning(1))!
  await runNow(app.runtime, 'check-ledger')
  const output: string[] = []
  const run = (words: string, choices: Partial<MoneyCommandOptions> = {}) => {
    output.length = 0
    const operator = {
      reviewer: 'ngozi',
      files: app.runtime.files,
      print: (line: string) => void output.push(line),
      write: jobUnitOfWork(app.runtime).write,
    }
    return runMoneyCommand(operator, words.split(' '), { ...noChoices, ...choices })
  }
  assert.equal(await run('ledger check'), 0)

  await app.runtime.database.write(async (tx) => {
    await tx.execute(sql`update settlement_lines set amount_kobo = amount_kobo - 1`)
    await tx.execute(sql`update payments set net_kobo = net_kobo + 1 where id = ${payment.id}`)
    await tx.execute(
      sql`insert into ledger_entries (reference, description, at, line_count, merchant_id)
        values ('test:1', 'Nothing', now(), 0, ${merchantId})`,
    )
    await tx.execute(sql`update ledger_lines set amount_kobo = amount_kobo + 7 where amount_kobo = ${settlement.amountKobo}
      and account_id = (select id from ledger_accounts where kind = 'bank')`)
  })
  assert.equal(await run('ledger check'), 1)
  for (const part of [
    `The settlement ${settlement.reference} is of`,
    `The payment ${payment.reference} brought`,
    'The entry test:1 has 0 lines',
    'The accounts of TEST add up to 7 kobo',
    `The entry payout:${settlement.id}:1:paid has 2 lines that add up to 7 kobo`,
  ])
    assert.ok(
      output.some((line) => line.includes(part)),
      `${part}\n${output.join('\n')}`,
    )
  await assert.rejects(runNow(app.runtime, 'check-ledger'), /The ledger is wrong: /)
  await app.drain()
  const [mail] = await readEmails(app, /The ledger is wrong/)
  assert.equal(mail?.to, 'help@adire.example')

  const [{ code }] = await app.runtime.database.read(async (tx) => {
    const { rows } = await tx.execute<{ code: string }>(
      sql`select merchant_code as code from merchants where id = ${merchantId}`,
    )
    return rows as [{ code: string }]
  })
  assert.equal(
    await run(`settlement terms ${code}`, { reserveBps: '500', reserveDays: '30', stampDuty: 'platform' }),
    0,
  )
  assert.match(output.join('\n'), /reserve: 5 % for 30 days\n {2}stamp duty: borne by the platform\n {2}payouts: open/)
  assert.equal(await run(`settlement block ${code}`, { reason: 'Too many disputes' }), 0)
  assert.equal(await run('settlement block', { reason: 'x' }), undefined)
  await assert.rejects(run('settlement unblock MT0000000'), { code: 'business_not_found' })
  await assert.rejects(run(`settlement terms ${code}`, { reserveBps: '-1' }), { code: 'validation_error' })
  assert.equal(await run('holiday add 2030-06-12', { reason: 'Democracy Day' }), 0)
  await run('holiday list')
  assert.deepEqual(output, ['2030-06-12  Democracy Day'])
  await run('holiday remove 2030-06-12')
  assert.equal(user.merchantId, merchantId)
})

/** Manipulations by someone with database access, and the fault that the check reports. */
const alterations: [what: string, sql: string, fault: RegExp][] = [
  [
    'a line, with the entry still adding up',
    `update ledger_lines line set amount_kobo = line.amount_kobo + case account.kind when 'pending' then 5000 else -5000 end
     from ledger_accounts account, ledger_entries entry
     where account.id = line.account_id and account.merchant_id = line.merchant_id and entry.id = line.entry_id
       and entry.merchant_id = line.merchant_id and entry.reference like 'payment:%' and account.kind in ('pending', 'fees')`,
    /The account pending of .* has a balance of/,
  ],
  [
    'lines, with the snapshot of each account and what is to be settled altered to match',
    `with moved as (
       update ledger_lines line set amount_kobo = line.amount_kobo + case account.kind when 'fees' then 100 else -100 end
       from ledger_accounts account, ledger_entries entry
       where account.id = line.account_id and account.merchant_id = line.merchant_id and entry.id = line.entry_id
         and entry.merchant_id = line.merchant_id and entry.reference like 'payment:%' and account.kind in ('fees', 'vat')
       returning account.id, account.kind
     )
     update ledger_snapshots snapshot set balance_kobo = balance_kobo + moved.kobo
     from (select id, sum(case kind when 'fees' then 100 else -100 end) as kobo from moved group by id) moved
     where moved.id = snapshot.account_id`,
    /The payment .* with a fee of .*; the ledger/,
  ],
  [
    'the lines of a refund and the balances that follow from them',
    `with moved as (
       update ledger_lines line set amount_kobo = line.amount_kobo + sign(line.amount_kobo) * 700
       from ledger_entries entry
       where entry.id = line.entry_id and entry.merchant_id = line.merchant_id and entry.reference like 'refund:%'
       returning line.account_id, sign(line.amount_kobo) * 700 as kobo
     )
     update ledger_snapshots snapshot set balance_kobo = balance_kobo + moved.kobo from moved where moved.account_id = snapshot.account_id`,
    /The refund .* is processed, of 120000 kobo; the ledger gave back 120700/,
  ],
  [
    'a snapshot',
    `update ledger_snapshots set balance_kobo = balance_kobo + 1
     where account_id = (select id from ledger_accounts where kind = 'vat' and owner = 'TEST')`,
    /The account vat of TEST has a balance of \d+ kobo; its lines add up to/,
  ],
  [
    'a line deleted',
    `delete from ledger_lines where account_id = (select id from ledger_accounts where kind = 'fees' and owner = 'TEST')`,
    /The entry payment:.* has 3 lines that add up to -/,
  ],
  ['a delta deleted', 'delete from ledger_deltas', /has a balance of/],
  [
    'a line that is to be settled deleted',
    'delete from ledger_unsettled_lines',
    /is not once among what is to be settled/,
  ],
  [
    'a line of a settlement and its total',
    `update settlement_lines set amount_kobo = amount_kobo + 9; update settlements set total_kobo = total_kobo + 9`,
    /settlement stl_/,
  ],
  ['a payout', 'update payouts set amount_kobo = amount_kobo - 100000', /The payout stl_.* the ledger sent/],
]

const altered = [
  'ledger_lines',
  'ledger_snapshots',
  'ledger_deltas',
  'ledger_unsettled_lines',
  'settlement_lines',
  'settlements',
  'payouts',
]

test('the check finds any row of the ledger that was changed or deleted by hand, also where each entry still balances', async (t) => {
  const fixture = await settlementFixture(t)
  const { app, pay, morning, addAccount, faults, call } = fixture
  await addAccount()
  await pay(2_000_000)
  await morning(1)
  const { id } = await pay(1_000_000)
  await call(requestRefund, { id, amountKobo: 120_000, reason: 'duplicate' })
  await app.drain()
  await runNow(app.runtime, 'roll-up-ledger')
  await pay(700_000)
  assert.deepEqual(await faults(), [])
  const alter = (statements: string[]) =>
    app.runtime.database.write(async (tx) => {
      for (const statement of statements) await tx.$client.query(statement)
    })
  await alter(altered.map((table) => `create table saved_${table} as table ${table}`))
  for (const [what, text, fault] of alterations) {
    await alter(text.split(';'))
    const found = await faults()
    assert.ok(
      found.some((sentence) => fault.test(sentence)),
      `${what}: ${found.join('; ')}`,
    )
    await alter(
      altered.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from saved_${table}`]),
    )
  }
  assert.deepEqual(await faults(), [])
})

test('the statement of the platform shows what was earned and is owed, by day and mode', async (t) => {
  const { app, pay, morning, addAccount, day, merchantId } = await settlementFixture(t)
  await addAccount()
  await app.runtime.database.write((tx) =>
    tx.insert(payoutSettings).values({ merchantId, ownerId: merchantId, reserveBps: 1_000, reserveDays: 2 }),
  )
  const payment = await pay(2_000_000)
  const paid = (await morning(1))!
  const reserveKobo = Math.floor(payment.netKobo / 10)
  assert.equal(paid.figures.reserveKobo, -reserveKobo)
  assert.equal(paid.amountKobo, payment.netKobo - reserveKobo - 5_000)
  const output: string[] = []
  const operator = {
    reviewer: 'ngozi',
    files: app.runtime.files,
    print: (line: string) => void output.push(line),
    write: jobUnitOfWork(app.runtime).write,
  }
  const choices = { ...noChoices, from: day(0), to: day(5), csv: true }
  await runMoneyCommand(operator, ['ledger', 'statement'], choices)
  assert.deepEqual(output, [
    'Day,Mode,Fees earned (NGN),VAT due (NGN),Stamp duty due (NGN),Processor fees (NGN),Reserve held (NGN)',
    `${day(0)},TEST,400.00,30.00,0.00,0.00,0.00`,
    ...[1, 2, 3, 4, 5].map(
      (index) =>
        `${day(index)},TEST,0.00,0.00,${index === 1 ? '50.00' : '0.00'},0.00,${(reserveKobo / 100).toFixed(2)}`,
    ),
  ])
  // On its day the reserve is released, and paid with the proceeds of that day.
  await morning(3)
  const next = (await morning(4))!
  assert.deepEqual([next.status, next.amountKobo, next.figures.reserveKobo], ['success', reserveKobo, reserveKobo])
})
