import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  createPaymentLink,
  deletePaymentLink,
  listPaymentLinks,
  removePaymentLinkPicture,
  uploadPaymentLinkPicture,
} from '@adire/contract/payment-links.ts'
import { getPromotion, promoteObjects } from '@adire/contract/promotion.ts'
import { drawPicture, promotionFixture } from '../../testing/promotion-fixture.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

/** A live business without links, a link with a picture in Test Mode, and ways to copy the link as it is reviewed. */
async function scene(t: TestContext) {
  const { api, call, live } = await promotionFixture(t)
  const { id } = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  await call(uploadPaymentLinkPicture, { id, picture: await drawPicture('lace.png', 900, 600) })
  const review = async () => {
    const { kind, testId, version } = (await live(getPromotion, {})).content.find((item) => item.testId === id)!
    return async () => (await live(promoteObjects, { objects: [{ kind, testId, version }] })).content[0]!
  }
  const readLive = async () =>
    (await live(listPaymentLinks, {})).content.map(({ name, pictureUrl }) => [name, pictureUrl !== null])
  /** Number of pictures in the file store, once those that nothing uses are removed. */
  const countPictures = async () => {
    api.forward(3_600_001)
    await api.drain()
    const stored = await readdir(join(api.runtime.config.dataDir, 'files'), { recursive: true })
    return stored.filter((name) => name.length > 30).length
  }
  /** Removes the picture, or its link, in Test Mode as soon as the copy is about to read the picture. */
  const beforeItIsRead = (remove: () => Promise<unknown>) => {
    const { files } = api.runtime
    const get = files.get.bind(files)
    const outsideRequest = AsyncLocalStorage.snapshot()
    const mocked = t.mock.method(files, 'get', async (fileId: string) => {
      mocked.mock.restore()
      await remove()
      await outsideRequest(api.drain)
      return get(fileId)
    })
  }
  return { api, id, call, review, readLive, countPictures, beforeItIsRead }
}

const changed = 'It was changed after you reviewed it. Review the changes again.'

test('a link whose picture is removed before it is read is not copied, and is copied after another review', async (t) => {
  const { id, call, review, readLive, countPictures, beforeItIsRead } = await scene(t)
  const copy = await review()
  beforeItIsRead(() => call(removePaymentLinkPicture, { id }))
  const { outcome, message } = await copy()
  assert.deepEqual([outcome, message], ['failed', changed])
  assert.deepEqual(await readLive(), [])
  assert.equal((await (await review())()).outcome, 'added')
  assert.deepEqual([await readLive(), await countPictures()], [[['Lace', false]], 0])
})

test('a link that is deleted with its picture before it is read is not copied', async (t) => {
  const { id, call, review, readLive, countPictures, beforeItIsRead } = await scene(t)
  const copy = await review()
  beforeItIsRead(() => call(deletePaymentLink, { id }))
  const { outcome, message } = await copy()
  assert.deepEqual([outcome, message], ['failed', 'It was deleted in Test Mode.'])
  assert.deepEqual([await readLive(), await countPictures()], [[], 0])
})

test('a link whose picture is removed after the link was compared is not copied without it', async (t) => {
  const { api, id, call, review, readLive, countPictures } = await scene(t)
  const [copied] = await sendWhileLocked<unknown>(api, 'lock table public_names in share mode', [
    await review(),
    () => call(removePaymentLinkPicture, { id }),
  ])
  const { outcome, message } = (copied as PromiseFulfilledResult<{ outcome: string; message: string }>).value
  assert.deepEqual([outcome, message], ['failed', changed])
  assert.deepEqual(await readLive(), [])
  assert.equal((await (await review())()).outcome, 'added')
  assert.deepEqual([await readLive(), await countPictures()], [[['Lace', false]], 0])
})

test('a link is copied with its picture once, and its copy keeps the picture that Test Mode removes', async (t) => {
  const { id, call, review, readLive, countPictures } = await scene(t)
  const copy = await review()
  assert.deepEqual([(await copy()).outcome, (await copy()).outcome], ['added', 'unchanged'])
  await call(removePaymentLinkPicture, { id })
  assert.deepEqual([await readLive(), await countPictures()], [[['Lace', true]], 1])
})
