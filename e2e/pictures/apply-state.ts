import type { Page, Route } from '@playwright/test'
import type { State } from './kind.ts'
import { lengthen } from './long-texts.ts'

/** Calls of the API, in both modes. */
const calls = /\/(test|live)\/(core|collections|settlements)\//

/** Lists that the product fixes, so that no merchant can make their names longer. */
const fixedLists = /\/(business-types|merchant-categories|countries|banks|prices|roles)\b/

const failure = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    status: 500,
    code: 'internal_error',
    title: 'Internal error',
    detail: 'Something went wrong',
  }),
}

/** Paths that every screen requests, as requested by one without data of its own. */
export async function listFramePaths(page: Page, framePath: string): Promise<Set<string>> {
  const paths = new Set<string>()
  const listen = (request: { url(): string }) => paths.add(new URL(request.url()).pathname)
  page.on('request', listen)
  await page.goto(framePath)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(1_000)
  page.off('request', listen)
  return paths
}

/** Makes the API respond as in a state, from the next page on. Streams and writes are left alone. */
export async function applyState(page: Page, state: State, framePaths: Set<string>) {
  if (state === 'data' || state === 'empty') return
  await page.route(calls, async (route) => {
    const request = route.request()
    const isFrame = framePaths.has(new URL(request.url()).pathname)
    const isStream = request.headers().accept?.includes('event-stream')
    if (request.method() !== 'GET' || isStream) return route.fallback()
    if (state === 'long') return fixedLists.test(request.url()) ? route.fallback() : respondLong(route)
    if (isFrame) return route.fallback()
    // Held back: the page is left before there is a response.
    if (state === 'error') await route.fulfill(failure)
  })
}

async function respondLong(route: Route) {
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('json')
  await route.fulfill(isJson ? { response, json: lengthen(await response.json()) } : { response })
}
