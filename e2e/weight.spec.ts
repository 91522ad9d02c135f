import { expect } from '@playwright/test'
import { test } from './support/test.ts'
import { pageBudgets, type WeighedPage, weighPage } from './support/weight.ts'

for (const [name, budget] of Object.entries(pageBudgets))
  test(`a cold ${name} page brings at most ${budget.js} KB of script and ${budget.css} KB of style`, async ({
    browser,
    baseURL,
  }) => {
    const { js, css, files } = await weighPage(browser, baseURL!, name as WeighedPage)
    const made = files.map((file) => `${file.name} ${file.kb.toFixed(1)}`).join(', ')
    expect(js, `KB of script, gzip: ${made}`).toBeLessThanOrEqual(budget.js)
    expect(css, `KB of style, gzip: ${made}`).toBeLessThanOrEqual(budget.css)
  })
