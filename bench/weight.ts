// Weight of the pages that new visitors load, compared with their budgets.
import { chromium } from '@playwright/test'
import { pageBudgets, type WeighedPage, weighPage } from '../e2e/support/weight.ts'
import { withProduct } from './product.ts'

await withProduct(async (url) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const heavy: string[] = []
    console.log('| page, cold, KB gzip | JS | budget | CSS | budget |\n|---|---|---|---|---|')
    for (const [name, budget] of Object.entries(pageBudgets)) {
      const { js, css, files } = await weighPage(browser, url, name as WeighedPage)
      const over = js > budget.js || css > budget.css
      console.log(`| ${name} | ${js.toFixed(1)} | ${budget.js} | ${css.toFixed(1)} | ${budget.css} |`)
      if (over) heavy.push(`${name}: ${files.map(({ name: file, kb }) => `${file} ${kb.toFixed(1)}`).join(', ')}`)
    }
    if (heavy.length > 0) {
      console.log(`\n✗ Too heavy:\n${heavy.join('\n')}`)
      process.exitCode = 1
    }
  } finally {
    await browser.close()
  }
})
