// npm run test:one FILE [WORDS]: runs one test file of any kind, or only its tests with these words in the title.
import { existsSync } from 'node:fs'
import { findOrInstallChromium } from './chromium.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { useScratchFolder } from './scratch.mjs'

const [file, ...words] = process.argv.slice(2)
const isE2eTest = file?.endsWith('.spec.ts')
if (!file || !existsSync(file) || !(isE2eTest || file.endsWith('.test.ts'))) {
  console.error('✗ Use: npm run test:one FILE.test.ts|FILE.spec.ts [words of a test’s title]')
  process.exit(2)
}
useScratchFolder()
const node = await install()
await build(node)
process.exit(isE2eTest ? await runE2eTests() : await runTests())

function runTests() {
  const only = words.length > 0 ? [`--only=${words.join(' ')}`] : []
  return run(node, ['api/testing/run.ts', ...only, file])
}

async function runE2eTests() {
  const chrome = await findOrInstallChromium()
  if (!chrome) return 1
  const grep = words.length > 0 ? ['--grep', words.join(' ')] : []
  return run('playwright', ['test', '--config', 'e2e/playwright.config.ts', file, ...grep], { env: { CHROME: chrome } })
}
