import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getMerchant, removeLogo, uploadLogo } from '@adire/contract/merchants.ts'
import { getPromotion, promoteObjects } from '@adire/contract/promotion.ts'
import { drawPicture, promotionFixture } from '../../testing/promotion-fixture.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

/** A live business without a logo, and ways to copy the one of Test Mode and to remove it there. */
async function scene(t: TestContext) {
  const { api, call, live } = await promotionFixture(t)
  await call(uploadLogo, { logo: await drawPicture('logo.png', 400, 300) })
  const { kind, testId, version } = (await live(getPromotion, {})).content.find((item) => item.kind === 'logo')!
  const copy = async () => (await live(promoteObjects, { objects: [{ kind, testId, version }] })).content[0]!
  const remove = () => call(removeLogo, {})
  /** Sends requests that overlap, up to the end of their transactions. */
  const atOnce = (...requests: (() => Promise<unknown>)[]) =>
    sendWhileLocked(api, 'lock table audit_events in share mode', requests)
  const readLiveLogo = async () => {
    const { logoUrl } = await live(getMerchant, {})
    return logoUrl && (await fetch(api.url + new URL(logoUrl).pathname)).status
  }
  return { copy, remove, atOnce, readLiveLogo }
}

test('a logo that is copied while Test Mode removes it keeps its file', async (t) => {
  const { copy, remove, atOnce, readLiveLogo } = await scene(t)
  await atOnce(copy, remove)
  assert.equal(await readLiveLogo(), 200)
})

test('a logo that Test Mode removes while it is copied is not copied', async (t) => {
  const { copy, remove, atOnce, readLiveLogo } = await scene(t)
  const [, copied] = await atOnce(remove, copy)
  assert.equal(await readLiveLogo(), null)
  assert.equal((copied as PromiseFulfilledResult<{ outcome: string }>).value.outcome, 'failed')
})
