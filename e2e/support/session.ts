import type { TokenResponse } from '@adire/contract/auth-schemas.ts'
import { logOut } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'

/** What the browser stores of a session, as anybody with access to the disk can read it. */
export async function storageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }))
}

/** Leaves an entry like that of a session that ended badly. */
export async function leaveToken(page: Page) {
  await page.evaluate(() => localStorage.setItem('adire.token', 'left over'))
}

/** Goes to another path without loading the page anew, as a link of the app does. */
export async function goInApp(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/**
 * Opens another screen of the app as a link does, which takes a tenth of the time of loading the app anew. Waits until its heading has
 * replaced that of the screen before, so that screen must be shown: an address alone changes earlier.
 */
export async function openInApp(page: Page, path: string) {
  await page.getByRole('heading', { level: 1 }).evaluate((left) => left.toggleAttribute('data-left', true))
  await goInApp(page, path)
  await expect(page.locator('h1:not([data-left])'), path).toBeVisible()
}

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Runs in the page: stores tokens as the app does after a sign-in, encrypted with a non-extractable key. */
export async function storeSession(tokens: TokenResponse) {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opening = indexedDB.open('keyval-store')
  opening.onupgradeneeded = () => opening.result.createObjectStore('keyval')
  const database = await done(opening)
  const begin = () => database.transaction('keyval', 'readwrite')
  const known = (await done(begin().objectStore('keyval').get('adire.key'))) as CryptoKey | undefined
  const key =
    known ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  if (!known) {
    const storing = begin()
    storing.objectStore('keyval').put(key, 'adire.key')
    // Until the transaction is complete, leaving the page undoes it, and the next page could not read the tokens.
    await new Promise((resolve, reject) => {
      storing.oncomplete = resolve
      storing.onabort = () => reject(storing.error)
    })
  }
  database.close()
  for (const [entry, value] of [
    ['adire.session', { refreshToken: tokens.refresh_token }],
    ['adire.token', tokens.access_token],
  ] as const) {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify(value))
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
    localStorage.setItem(entry, btoa(String.fromCharCode(...iv, ...sealed)))
  }
}

/** Runs in the page: everything in IndexedDB, and whether its keys can be exported. */
export async function readDatabases() {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const values: unknown[] = []
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name!))
    for (const store of database.objectStoreNames)
      values.push(...(await done(database.transaction(store).objectStore(store).getAll())))
  }
  const keys = values.filter((value) => value instanceof CryptoKey)
  return {
    texts: values.map((value) => JSON.stringify(value)),
    keys: await Promise.all(
      keys.map(async (key) => ({
        extractable: key.extractable,
        taken: await crypto.subtle.exportKey('raw', key).then(
          () => true,
          () => false,
        ),
      })),
    ),
  }
}

/** Ends a session as a sign-out on another device does: the tab learns of it with its next request. */
export async function endAtServer(baseURL: string, accessToken: string) {
  const ended = await fetch(`${baseURL}/test/core/${logOut.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(204)
}
