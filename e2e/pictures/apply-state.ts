import type { Page, Route } from '@playwright/test'
import type { State } from './kind.ts'
import { lengthen } from './long-texts.ts'

/** Calls of the API, in both modes, and of the back office. */
const calls = /\/((test|live)\/(core|collections|settlements)|operator\/api)\//

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
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(1_000)
  page.off('request', listen)
  return paths
}

/** Makes the API respond as in a state, from the next page on. Streams and writes are left alone. */
export async function applyState(page: Page, state: State, framePaths: Set<string>, emptiesLists = false) {
  // A merchant's new business is really empty. The provider has no second back office: there, lists lose their entries.
  if (state === 'data' || (state === 'empty' && !emptiesLists)) return
  await page.route(calls, async (route) => {
    const request = route.request()
    const isFrame = framePaths.has(new URL(request.url()).pathname)
    const isStream = request.headers().accept?.includes('event-stream')
    if (request.method() !== 'GET' || isStream) return route.fallback()
    if (state === 'long') return fixedLists.test(request.url()) ? route.fallback() : respondWith(route, lengthen)
    if (isFrame) return route.fallback()
    if (state === 'empty') return respondWith(route, emptyLists)
    // Held back: the page is left before there is a response.
    if (state === 'error') await route.fulfill(failure)
  })
}

async function respondWith(route: Route, change: (value: unknown) => unknown) {
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('json')
  await route.fulfill(isJson ? { response, json: change(await response.json()) } : { response })
}

/** A response with all lists empty and all counts zero. */
function emptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptyLists(one)]))
  return typeof value === 'number' ? 0 : value
}
