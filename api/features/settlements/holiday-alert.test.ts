import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { holidays } from './tables.ts'

/** A product whose only holidays are these, by their days from today; and its daily check, which returns the subjects of its emails. */
async function scene(t: TestContext, days: Record<number, string>) {
  const app = await testApp(t, { OPERATOR_EMAIL: 'operator@example.com' })
  const { database, clock } = app.runtime
  const from = lagosDay(clock())
  const dayIn = (number: number) => addDays(from, number)
  const setHolidays = (names: Record<number, string>) =>
    database.write(async (tx) => {
      await tx.delete(holidays)
      const rows = Object.entries(names).map(([number, name]) => ({ day: dayIn(Number(number)), name }))
      if (rows.length > 0) await tx.insert(holidays).values(rows)
    })
  await setHolidays(days)
  const listMails = () => mailsTo(app, 'operator@example.com')
  let earlier = 0
  const check = async (daysLater = 0) => {
    app.forward(daysLater * dayMs)
    await Promise.all([runNow(app.runtime, 'check-holidays'), runNow(app.runtime, 'check-holidays')])
    await app.drain()
    const subjects = (await listMails()).map(({ subject }) => subject).slice(earlier)
    earlier += subjects.length
    return subjects
  }
  return { check, listMails, dayIn, setHolidays }
}

const expected = 'Check the dates of the next public holidays'
const ending = 'Add the next public holidays'

test('the operator is reminded of holidays with an expected date, in the two weeks before them', async (t) => {
  const { check, listMails, dayIn } = await scene(t, {
    60: 'Eid-el-Fitr (expected)',
    62: 'Eid-el-Fitr holiday (expected)',
    63: 'Good Friday',
    400: 'Christmas Day',
  })
  assert.deepEqual(await check(), [])
  assert.deepEqual(await check(45), [])
  assert.deepEqual(await check(1), [expected])
  const [mail] = await listMails()
  assert.ok(mail!.text.includes(`${dayIn(60)}: Eid-el-Fitr (expected)`))
  assert.ok(!mail!.text.includes('Good Friday'))
  assert.deepEqual(await check(1), [])
  assert.deepEqual(await check(1), [expected], 'for the second day')
  assert.deepEqual(await check(4), [])
  assert.deepEqual(await check(1), [expected], 'again, because it is open')
  assert.deepEqual(await check(5), [expected])
  assert.deepEqual(await check(3), [], 'the first day has passed')
})

test('the operator is emailed half a year before the table of holidays ends, and again each month', async (t) => {
  const { check, setHolidays } = await scene(t, { 200: 'A holiday' })
  assert.deepEqual(await check(), [])
  assert.deepEqual(await check(20), [])
  assert.deepEqual(await check(1), [ending])
  assert.deepEqual(await check(8), [], 'also after a week, when the queue has forgotten its keys')
  assert.deepEqual(await check(22), [ending])
  await setHolidays({})
  assert.deepEqual(await check(1), [ending], 'at once, for an empty table')
  await setHolidays({ 600: 'A holiday' })
  assert.deepEqual(await check(1), [])
  await setHolidays({})
  assert.deepEqual(await check(1), [ending], 'another alert')
})
