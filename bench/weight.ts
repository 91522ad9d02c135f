// The weight of the pages that are met first, against their budgets.
import { chromium } from '@playwright/test'
import { budgets, type WeighedPage, weigh } from '../e2e/support/weight.ts'
import { withProduct } from './product.ts'

await withProduct(async (url) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    console.log('| page, cold, KB gzip | JS | budget | CSS | budget |\n|---|---|---|---|---|')
    for (const [name, budget] of Object.entries(budgets)) {
      const { js, css } = await weigh(browser, url, name as WeighedPage)
      const over = js > budget.js || css > budget.css
      console.log(
        `| ${name} | ${js.toFixed(1)} | ${budget.js} | ${css.toFixed(1)} | ${budget.css} |${over ? ' too heavy' : ''}`,
      )
      if (over) process.exitCode = 1
    }
  } finally {
    await browser.close()
  }
})
