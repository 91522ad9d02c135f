import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { holidays } from './tables.ts'

test('the operator is reminded of holidays with an expected date, in the weeks before them', async (t) => {
  const app = await testApp(t, { OPERATOR_EMAIL: 'operator@example.com' })
  const { database, clock } = app.runtime
  const check = async () => {
    await runNow(app.runtime, 'check-holidays')
    await app.drain()
    return mailsTo(app, 'operator@example.com')
  }
  const day = addDays(lagosDay(clock()), 60)
  await database.write(async (tx) => {
    await tx.delete(holidays)
    await tx.insert(holidays).values([
      { day, name: 'Eid-el-Fitr (expected)' },
      { day: addDays(day, 20), name: 'Good Friday' },
      { day: addDays(day, 400), name: 'Christmas Day' },
    ])
  })
  assert.deepEqual(await check(), [])
  app.forward(31 * 24 * 3_600_000)
  const [mail] = await check()
  assert.match(mail?.subject ?? '', /Check the dates of the next public holidays/)
  assert.ok(mail!.text.includes(`${day}: Eid-el-Fitr (expected)`))
  assert.ok(!mail!.text.includes('Good Friday'))
})

test('the operator is emailed half a year before the table of holidays ends, and when it is empty', async (t) => {
  const app = await testApp(t, { OPERATOR_EMAIL: 'operator@example.com' })
  const { database, clock } = app.runtime
  const check = async () => {
    await runNow(app.runtime, 'check-holidays')
    await app.drain()
    return (await mailsTo(app, 'operator@example.com')).map(({ subject }) => subject)
  }
  await database.write((tx) => tx.delete(holidays))
  const day = addDays(lagosDay(clock()), 200)
  await database.write((tx) => tx.insert(holidays).values({ day, name: 'A holiday' }))
  assert.deepEqual(await check(), [])
  app.forward(40 * 24 * 3_600_000)
  const [subject] = await check()
  assert.match(subject ?? '', /Add the next public holidays/)
  await database.write((tx) => tx.delete(holidays))
  app.forward(40 * 24 * 3_600_000)
  assert.equal((await check()).length, 2)
})
