import { expect, test } from '@playwright/test'
import { budgets, type WeighedPage, weigh } from './support/weight.ts'

for (const [name, budget] of Object.entries(budgets))
  test(`a cold ${name} page brings at most ${budget.js} KB of script and ${budget.css} KB of style`, async ({
    browser,
    baseURL,
  }) => {
    const { js, css } = await weigh(browser, baseURL!, name as WeighedPage)
    expect(js, 'KB of script, gzip').toBeLessThanOrEqual(budget.js)
    expect(css, 'KB of style, gzip').toBeLessThanOrEqual(budget.css)
  })
