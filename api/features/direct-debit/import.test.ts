import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMandate, getMandate, listMandates } from '@adire/contract/direct-debit.ts'
import { checkMandateImport, mandateImportColumns, maxImportRows } from '@adire/contract/mandate-import.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'

async function importFixture(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const merchant = app.as(user)
  const start = addDays(lagosDay(app.runtime.clock()), 7)
  const row = (given: Partial<Record<(typeof mandateImportColumns)[number], string>> = {}) => {
    const cells: typeof given = {
      customer_email: 'Ada@example.com',
      customer_name: 'Ada Obi',
      bank: '58',
      account_number: '0000000018',
      kind: 'fixed',
      amount: '12500',
      frequency: 'monthly',
      start_on: start,
      narration: 'Gym',
      ...given,
    }
    return mandateImportColumns.map((column) => `"${cells[column] ?? ''}"`).join(',')
  }
  const check = async (...rows: string[]) =>
    (await merchant.call(checkMandateImport, { csv: [mandateImportColumns.join(','), ...rows].join('\r\n') })).rows
  return { app, merchant, start, row, check }
}

test('a file of mandates is read as people write it, and each row is created once, however often it is imported', async (t) => {
  const { app, merchant, start, row, check } = await importFixture(t)
  const [year, month, date] = start.split('-')
  const variable = row({
    customer_email: 'bola@example.com',
    bank: 'ACCESS-BANK PLC',
    account_number: '0000000017',
    kind: 'Variable',
    amount: 'NGN 50,000.50',
    frequency: '',
    start_on: `${date}/${month}/${year}`,
    max_total: '600,000',
    fee_bearer: 'customer',
  })
  const [fixed, other] = await check(row(), '', variable)
  assert.deepEqual([fixed!.line, fixed!.errors, fixed!.exists], [2, [], false])
  assert.deepEqual(
    [fixed!.mandate?.customerEmail, fixed!.mandate?.amountKobo, fixed!.mandate?.startOn],
    ['ada@example.com', 1_250_000, start],
  )
  assert.deepEqual(
    [other!.errors, other!.line, other!.mandate?.amountKobo, other!.mandate?.maxTotalKobo, other!.mandate?.startOn],
    [[], 4, 5_000_050, 60_000_000, start],
  )
  const create = () =>
    merchant.call(createMandate, { ...fixed!.mandate!, draft: true }, { idempotencyKey: `${fixed!.key}-draft` })
  const created = await Promise.allSettled([create(), create()])
  assert.ok(created.some(({ status }) => status === 'fulfilled'))
  const { id } = await create()
  assert.equal((await merchant.call(listMandates, {})).totalElements, 1)
  assert.equal((await merchant.call(getMandate, { id })).status, 'draft')
  const again = await check(row(), variable)
  assert.deepEqual(
    again.map(({ exists, key }) => [exists, key === fixed!.key]),
    [
      [true, true],
      [false, false],
    ],
  )
  // Another business has no such mandate, and another key has no effect on its own.
  const stranger = app.as(await app.createUser('bola'))
  const { rows } = await stranger.call(checkMandateImport, { csv: `${mandateImportColumns.join(',')}\n${row()}` })
  assert.equal(rows[0]!.exists, false)
})

test('each row of a file has its errors by column, and a repeated row is an error', async (t) => {
  const { row, check, start } = await importFixture(t)
  const wrong: [Parameters<typeof row>[0], string][] = [
    [{ customer_email: 'ada' }, 'customer_email'],
    [{ bank: 'Bank of Nowhere' }, 'bank'],
    [{ account_number: '17' }, 'account_number'],
    [{ account_number: '000000017' }, 'account_number'],
    [{ account_number: '0000000019' }, 'account_number'],
    [{ kind: 'sometimes' }, 'kind'],
    [{ amount: 'twelve' }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ frequency: '' }, 'frequency'],
    [{ start_on: '2020-01-01' }, 'start_on'],
    [{ start_on: '31/02/2030' }, 'start_on'],
    [{ end_on: '2020-01-01' }, 'end_on'],
    [{ max_total: '100' }, 'max_total'],
    [{ narration: '' }, 'narration'],
    [{ fee_bearer: 'bank' }, 'fee_bearer'],
  ]
  const rows = await check(...wrong.map(([given]) => row(given)), row(), row(), row({ start_on: start }))
  for (const [index, [given, column]] of wrong.entries()) {
    assert.equal(rows[index]!.mandate, null, JSON.stringify(given))
    assert.deepEqual(
      rows[index]!.errors.map((error) => error.column),
      [column],
      JSON.stringify([given, rows[index]!.errors]),
    )
  }
  const [first, second] = rows.slice(wrong.length)
  assert.deepEqual([first!.errors, second!.errors.length], [[], 1])
  assert.match(second!.errors[0]!.message, /^The same as line \d+$/)
})

test('a file that is not the template, or too long, is rejected as a whole', async (t) => {
  const { merchant, row, check } = await importFixture(t)
  const unreadable = errorWith(422, 'import_unreadable', 'csv')
  for (const csv of [
    'name,amount\nAda,5',
    mandateImportColumns.join(','),
    `${mandateImportColumns.join(',')},secret\nx`,
    '"',
  ])
    await assert.rejects(merchant.call(checkMandateImport, { csv }), unreadable, csv)
  const many = Array.from({ length: maxImportRows + 1 }, (_, index) =>
    row({ customer_email: `a${index}@x.ng`, customer_name: '' }),
  )
  await assert.rejects(check(...many), unreadable)
  assert.equal((await check(...many.slice(1))).filter(({ mandate }) => mandate).length, maxImportRows)
  await assert.rejects(
    merchant.call(checkMandateImport, { csv: 'x'.repeat(50_001) }),
    errorWith(400, 'validation_error', 'csv'),
  )
})
