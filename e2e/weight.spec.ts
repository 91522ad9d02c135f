import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './support/test.ts'
import { pageBudgets, type WeighedPage, weighPage } from './support/weight.ts'

test('the first page loads no more script and style than its budget', async ({ browser, baseURL }) => {
  for (const [name, budget] of Object.entries(pageBudgets)) {
    const { js, css, files } = await weighPage(browser, baseURL!, name as WeighedPage)
    const made = files.map((file) => `${file.name} ${file.kb.toFixed(1)}`).join(', ')
    expect.soft(js, `KB of script of ${name}, gzip: ${made}`).toBeLessThanOrEqual(budget.js)
    expect.soft(css, `KB of style of ${name}, gzip: ${made}`).toBeLessThanOrEqual(budget.css)
  }
})

test('the texts of the checkout in another language weigh at most 5 KB', async () => {
  const dist = new URL('../web/dist/', import.meta.url)
  const { checkout } = JSON.parse(await readFile(new URL('manifest.json', dist), 'utf8'))
  for (const [language, path] of Object.entries<string>(checkout.texts))
    expect
      .soft(gzipSync(await readFile(new URL(`client${path}`, dist)), { level: 9 }).length, language)
      .toBeLessThan(5 * 1024)
})
