import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMandate, downloadMandates, getMandate, listMandates } from '@adire/contract/direct-debit.ts'
import { testApp } from '../../testing/app.ts'
import { activeMandate, aMandate, dayFromNow } from '../../testing/mandates.ts'

test('the export of mandates has the filtered rows, escapes formulas, and has no account number [S3-10]', async (t) => {
  const api = await testApp(t)
  const caller = api.as(await api.createUser())
  const ready = await activeMandate(api, caller, { kind: 'fixed', frequency: 'weekly' })
  await caller.call(createMandate, {
    ...aMandate(api, { customerName: '=HYPERLINK("https://evil.example")', customerEmail: 'bola@example.com' }),
    draft: true,
  })
  const lines = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
  const all = lines(await caller.call(downloadMandates, {}))
    .join('\n')
    .split('\n')
  assert.equal(all.length, 3)
  assert.match(all[1]!, /'=HYPERLINK/)
  assert.doesNotMatch(all.join('\n'), /0000000018/)
  const columns = 'email,status,ready,frequency,nextDebit'
  const active = await caller.call(downloadMandates, { status: 'active', columns })
  assert.match(active, new RegExp(`ada@example.com,Every week,Ready to debit,Yes,${dayFromNow(api)} 09:00:00`))
  assert.doesNotMatch(active, /bola@/)
  for (const search of ['ADA@', 'ada o', ready.reference.slice(0, 8).toLowerCase()])
    assert.match(await caller.call(downloadMandates, { search, columns: 'email' }), /ada@example.com/)
  assert.doesNotMatch(await api.as(await api.createUser('Eve')).call(downloadMandates, {}), /example\.com/)

  // The page and the list must return the same time; they use different queries.
  const due = `${dayFromNow(api)}T08:00:00.000Z`
  assert.equal((await caller.call(getMandate, { id: ready.id })).nextDebitAt, due)
  const { content } = await caller.call(listMandates, { status: 'active' })
  assert.deepEqual(
    content.map(({ nextDebitAt }) => nextDebitAt),
    [due],
  )
})
