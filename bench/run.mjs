// npm run bench: all benchmarks. npm run bench -- list,weight,lighthouse runs some of them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallChromium } from '../scripts/chromium.mjs'
import { build, install } from '../scripts/prepare.mjs'
import { root, run } from '../scripts/run.mjs'

const files = {
  list: 'bench/list.ts',
  'list-sizes': 'bench/list-sizes.ts',
  csv: 'bench/csv.ts',
  jobs: 'bench/jobs.ts',
  webhooks: 'bench/webhooks.ts',
  payments: 'bench/payments.ts',
  citus: 'bench/citus.ts',
  postings: 'bench/postings.ts',
  settlements: 'bench/settlements.ts',
  reconciliation: 'bench/reconciliation.ts',
  renewals: 'bench/renewals.ts',
  reports: 'bench/reports.ts',
  crash: 'bench/crash.ts',
  'live-crash': 'bench/live-crash.ts',
  rolling: 'bench/rolling.ts',
  upgrade: 'bench/upgrade.ts',
  failover: 'bench/failover.ts',
  kills: 'bench/kills.ts',
  weight: 'bench/weight.ts',
  lighthouse: 'bench/lighthouse.mjs',
}
/** Not part of `npm run bench` without a name: they need folders that must exist. */
const onRequest = ['list-sizes', 'citus', 'upgrade']
const roundsAt = process.argv.indexOf('--rounds')
const options = roundsAt === -1 ? [] : process.argv.splice(roundsAt, 2)
const given = process.argv.slice(2).flatMap((text) => text.split(','))
const selected = given.length > 0 ? given : Object.keys(files).filter((name) => !onRequest.includes(name))
const unknown = selected.find((name) => !(name in files))
if (unknown !== undefined) {
  console.error(`✗ There is no part "${unknown}"; use: npm run bench -- ${Object.keys(files).join(',')}`)
  process.exit(2)
}

const node = await install()
await build(node)
const chrome = selected.some((name) => name === 'weight' || name === 'lighthouse')
  ? await findOrInstallChromium()
  : undefined
if (selected.includes('lighthouse')) await installBenchDependencies()

for (const name of selected) {
  const code = await run(node, [files[name], ...options], { env: chrome && { CHROME: chrome } })
  if (code !== 0) process.exit(code)
}

/** Installs Lighthouse, only for benchmarks: it alone is as large as all other packages together. */
async function installBenchDependencies() {
  const folder = join(root, 'bench')
  const lighthouseVersion = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies.lighthouse
  const found = join(folder, 'node_modules', 'lighthouse', 'package.json')
  if (existsSync(found) && JSON.parse(readFileSync(found, 'utf8')).version === lighthouseVersion) return
  console.log('• Installing Lighthouse')
  const code = await run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  if (code !== 0) process.exit(code)
}
