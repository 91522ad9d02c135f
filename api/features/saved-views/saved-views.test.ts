import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteView, listSavedViews, renameView, saveView } from '@adire/contract/saved-views.ts'
import { testApp } from '../../testing/app.ts'

const failed = { list: 'transactions', name: 'Failed', query: 'status=failed&search=ada%40example.com' } as const

test('a view is saved, renamed and deleted; its name is unique', async (t) => {
  const api = await testApp(t)
  const ade = api.as(await api.createUser('Ade'))
  const { id } = await ade.call(saveView, failed)
  await assert.rejects(ade.call(saveView, failed), {
    status: 422,
    fields: [{ field: 'name', message: 'You already have a view with this name' }],
  })
  const big = await ade.call(saveView, { ...failed, name: 'Big', query: 'min=5000000' })
  await assert.rejects(ade.call(renameView, { id: big.id, name: 'Failed' }), { status: 422 })
  await ade.call(renameView, { id, name: 'Went wrong' })
  const { content } = await ade.call(listSavedViews, { list: 'transactions' })
  assert.deepEqual(content, [
    { id, name: 'Went wrong', query: failed.query },
    { id: big.id, name: 'Big', query: 'min=5000000' },
  ])
  await ade.call(deleteView, { id })
  await assert.rejects(ade.call(deleteView, { id }), { status: 404 })
})

test('at most five views are saved, also with concurrent requests', async (t) => {
  const api = await testApp(t)
  const ade = api.as(await api.createUser('Ade'))
  const saving = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6, 7].map((n) => ade.call(saveView, { ...failed, name: `View ${n}` })),
  )
  const rejectedCodes = saving.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  assert.deepEqual(rejectedCodes, ['too_many_views', 'too_many_views'])
  assert.equal((await ade.call(listSavedViews, { list: 'transactions' })).content.length, 5)
})

test('a view belongs to its user: nobody else sees, renames or deletes it', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [api.as(await api.createUser('Ade')), api.as(await api.createUser('Bola'))]
  const { id } = await ade.call(saveView, failed)
  assert.deepEqual((await bola.call(listSavedViews, { list: 'transactions' })).content, [])
  await assert.rejects(bola.call(renameView, { id, name: 'Mine' }), { status: 404 })
  await assert.rejects(bola.call(deleteView, { id }), { status: 404 })
})

test('a text that is no URL query is rejected', async (t) => {
  const api = await testApp(t)
  const ade = api.as(await api.createUser('Ade'))
  for (const query of ['<script>', 'javascript:alert(1)', '/payouts?x=1', 'x'.repeat(1001)])
    await assert.rejects(ade.call(saveView, { ...failed, query }), { status: 400 })
})
