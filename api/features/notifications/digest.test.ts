import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateNotificationPreferences } from '@adire/contract/users.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { deleteNotifications } from './delete.ts'
import { notifyInDigest } from './digest.ts'
import { defaultPreferences } from './notifications.ts'

test('failures of a day are one email per business, to the members who want it; without failures there is none', async (t) => {
  const api = await testApp(t)
  const at = (hour: number) =>
    api.stopClock(new Date(startOfDay(addDays(lagosDay(new Date()), 1)).getTime() + hour * 3_600_000))
  at(10)
  const [ade, bola, chi] = [await api.createUser('Ade'), await api.createUser('Bola'), await api.createUser('Chi')]
  const choice = { ...defaultPreferences, mandate: { app: true, mail: false } }
  await api.as(bola).call(updateNotificationPreferences, { id: bola.userId, ...choice })
  const fail = (merchantId: string, kind: 'subscription' | 'mandate', number: number) =>
    jobUnitOfWork(api.runtime).write((context) =>
      notifyInDigest(context, merchantId, { kind, title: `Failure ${number}`, text: 'x', path: `/${kind}/${number}` }),
    )
  for (let number = 1; number <= 22; number++) await fail(ade.merchantId, 'mandate', number)
  await fail(ade.merchantId, 'subscription', 23)
  await fail(bola.merchantId, 'mandate', 1)
  await fail(bola.merchantId, 'subscription', 2)
  // Failures of an erased customer are not emailed.
  await api.runtime.database.write((tx) => deleteNotifications(tx, ade.merchantId, ['/mandate/2']))
  at(17)
  await Promise.all([1, 2].map(() => runNow(api.runtime, 'send-digests')))
  await api.drain()
  const sent = async ({ email }: { email: string }) =>
    (await mailsTo(api, email)).filter(({ text }) => text.includes('at most once a day'))
  const [digest, ...more] = await sent(ade)
  assert.match(digest!.subject, /^\[Test\] 22 recurring payments failed or ended/)
  assert.ok(digest!.text.includes('Failure 3. x') && digest!.text.includes('And 2 more.'))
  assert.ok(!digest!.text.includes('Failure 2.'))
  assert.deepEqual(more, [])
  assert.deepEqual(
    (await sent(bola)).map(({ subject }) => subject.includes('Failure 2')),
    [true],
  )
  assert.deepEqual(await sent(chi), [])
})
