// Lighthouse (mobile) for the pages that new visitors see: the public site, sign-in and checkout.
import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { siteAddresses } from '../e2e/support/addresses.ts'
import { demoCheckout } from '../e2e/support/weight.ts'
import { withProduct } from './product.ts'

const runs = Number(process.env.BENCH_RUNS ?? 5)
const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
}

await withProduct(async (url) => {
  const site = Object.fromEntries(siteAddresses.map((path) => [path.slice(1), path]))
  const pages = { 'sign-in': '/', checkout: await demoCheckout(url), ...site }
  console.log(
    `| page | ${Object.values(categories).join(' | ')} | FCP s | LCP s | TBT ms | CLS | performance of ${runs} runs |`,
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, path] of Object.entries(pages)) {
    const reports = []
    for (let run = 0; run < runs; run++) reports.push(await measure(url + path))
    console.log(row(name, reports))
  }
  console.log(
    '\nThe checkout is kept out of search engines on purpose (is-crawlable), which lowers its SEO figure; nothing else named above is meant.',
  )
})

/** Runs Lighthouse, with retries: on a busy machine a recording sometimes fails and has no result. */
async function measure(address, attempts = 5) {
  const report = await runOnce(address)
  if (!report.runtimeError) return report
  if (attempts === 1) throw new Error(report.runtimeError.message)
  return measure(address, attempts - 1)
}

/** One run in a new browser, so that no cache is warm. */
async function runOnce(address) {
  const chrome = await chromeLauncher.launch({
    chromePath: process.env.CHROME ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const { lhr } = await lighthouse(address, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: Object.keys(categories),
    })
    return lhr
  } finally {
    chrome.kill()
  }
}

/** Row of the best run by speed, because noise of the machine only makes runs slower; the other scores do not vary. */
function row(name, reports) {
  const speed = ({ categories: { performance } }) => performance.score
  const best = reports.reduce((one, other) => (speed(other) > speed(one) ? other : one))
  const scores = Object.keys(categories).map((id) => Math.round(best.categories[id].score * 100))
  const value = (id, unit = 1, digits = 0) => (best.audits[id].numericValue / unit).toFixed(digits)
  const times = [
    value('first-contentful-paint', 1000, 2),
    value('largest-contentful-paint', 1000, 2),
    value('total-blocking-time'),
    value('cumulative-layout-shift', 1, 3),
  ]
  const failed = Object.values(best.audits).filter(
    ({ id, score, scoreDisplayMode }) =>
      scoreDisplayMode === 'binary' && score === 0 && belongs(best, id, ['accessibility', 'best-practices', 'seo']),
  )
  for (const { id, title } of failed) console.log(`${name}: ${title} (${id})`)
  const all = reports.map((report) => Math.round(speed(report) * 100)).sort((one, other) => one - other)
  return `| ${name} | ${[...scores, ...times, all.join(' ')].join(' | ')} |`
}

function belongs(report, audit, names) {
  return names.some((name) => report.categories[name].auditRefs.some(({ id }) => id === audit))
}
