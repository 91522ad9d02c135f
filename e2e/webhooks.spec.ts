import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { moveByDays } from './support/clock.ts'
import { takeSecret } from './support/signing-secret.ts'
import { test } from './support/test.ts'

/** A merchant's server on this machine, with a configurable response. */
async function shop() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ headers: request.headers, body })
    response.writeHead(state.status, { 'x-shop': 'Tola' }).end(state.status === 200 ? 'thank you' : 'not now')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return {
    url,
    received,
    respondWith: (status: number) => Object.assign(state, { status }),
    close: () => server.close(),
  }
}

const isSigned = (secret: string, { headers, body }: { headers: IncomingHttpHeaders; body: string }) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const mine = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(mine)
}

test('an endpoint is added, receives events, is inspected after a failure, receives them again, gets a new secret and is deleted', async ({
  page,
  baseURL,
}) => {
  const server = await shop()
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/settings/webhooks')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible()
  await expectAccessible(page, 'webhooks, none yet')

  await main.getByRole('button', { name: 'Add endpoint' }).click()
  const adding = page.getByRole('dialog', { name: 'Add endpoint' })
  await adding.getByLabel('URL').fill('https://10.0.0.1/inside')
  await adding.getByText('Selected events').click()
  await adding.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(adding.getByText('Choose at least one event')).toBeVisible()
  await adding.getByLabel('charge.success', { exact: true }).check()
  await adding.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(adding.getByText('This is not an address on the public internet')).toBeVisible()
  await expectAccessible(page, 'webhooks, adding')
  await adding.getByLabel('URL').fill(server.url)
  await adding.getByLabel('Description').fill('Orders')
  await adding.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = await takeSecret(page, business.password)
  const endpoints = main.getByRole('list', { name: 'Endpoints' })
  await expect(endpoints).toContainText(`whsec_…${secret.slice(-5, -1)}`)
  await expect(endpoints).toContainText('Orders · 1 event · Nothing sent yet')
  await expect(page.getByText(secret)).toHaveCount(0)

  await moveByDays(business, 3)
  server.respondWith(500)
  await main.getByRole('button', { name: `Send test event to ${server.url}` }).click()
  const sending = page.getByRole('dialog', { name: 'Send test event' })
  await sending.getByLabel('Event').selectOption('refund.processed')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  const log = main.getByRole('table', { name: 'Deliveries' })
  await expect(log.getByRole('row').filter({ hasText: 'refund.processed' })).toContainText('Retrying', {
    timeout: 60_000,
  })
  expect(isSigned(secret, server.received[0]!)).toBe(true)
  expect(JSON.parse(server.received[0]!.body)).toMatchObject({ type: 'refund.processed', test: true })

  await log.getByRole('link', { name: 'refund.processed' }).click()
  await expect(main.getByRole('alert')).toContainText('Not delivered: It answered 500')
  await expect(main.getByText('not now')).toBeVisible()
  await expect(main.getByText('x-shop')).toBeVisible()
  await expect(main.getByText('(Lagos, test clock)')).toBeVisible()
  await main.getByText('Request', { exact: true }).click()
  await expect(main.getByText('webhook-signature')).toBeVisible()
  await expect(main.getByText('"type": "refund.processed"')).toBeVisible()
  await expectAccessible(page, 'webhooks, one delivery')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'webhooks, one delivery, phone')
  await expectNoSidewaysScroll(page, 'webhooks, one delivery')

  server.respondWith(200)
  await main.getByRole('button', { name: 'Send again' }).click()
  await expect(main.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 })
  await main.getByText('Response', { exact: true }).click()
  await expect(main.getByText('thank you')).toBeVisible()
  expect(server.received.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(2).fill(server.received[0]!.headers['webhook-id']),
  )

  await main.getByRole('link', { name: 'All webhooks' }).click()
  await expect(endpoints).toContainText('Last delivery succeeded')
  await expectAccessible(page, 'webhooks, phone')
  await expectNoSidewaysScroll(page, 'webhooks')
  await main.getByRole('button', { name: 'Filters', exact: true }).click()
  await main.getByLabel('State').selectOption('failed')
  await main.getByRole('button', { name: 'Show results' }).click()
  await expect(main.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await main.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(log.getByRole('link', { name: 'refund.processed' })).toBeVisible()

  const more = (what: string) => async () => {
    await endpoints.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('button', { name: what, exact: true }).click()
  }
  await more('Rotate secret')()
  await page
    .getByRole('dialog', { name: 'Rotate the signing secret?' })
    .getByRole('button', { name: 'Rotate secret' })
    .click()
  const next = await takeSecret(page, business.password)
  await expect(endpoints).toContainText('and with the previous secret until')
  await main.getByRole('button', { name: 'Send test event' }).click()
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(3)
  expect([secret, next].map((one) => isSigned(one, server.received[2]!))).toEqual([true, true])

  server.respondWith(410)
  await main.getByRole('button', { name: 'Send test event' }).click()
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(4)
  await expect(endpoints, 'without loading the page again').toContainText('Switched off: It answered 410', {
    timeout: 60_000,
  })
  await more('Switch on')()
  await expect(endpoints.getByText('On', { exact: true })).toBeVisible()
  await more('Resend failed events')()
  const resending = page.getByRole('dialog', { name: 'Resend failed events' })
  server.respondWith(200)
  await resending.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(5)
  await more('Delete')()
  await page.getByRole('dialog', { name: 'Delete this endpoint?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(main.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible()
  await expect(log.getByRole('row')).toHaveCount(4)
  server.close()
})
