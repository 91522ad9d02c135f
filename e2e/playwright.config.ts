import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { environment, program } from '../scripts/product.mjs'
import { storyPort as port } from './support/port.ts'
import { describeProcessor } from './support/processor.ts'

const baseURL = `http://127.0.0.1:${port}`
const seedPort = port + 1
const processor = describeProcessor(baseURL, port + 2)
process.env.E2E_SEED_URL = `http://127.0.0.1:${seedPort}`
// Worker processes read this file too; the first read decides the data folder of this run's server.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'adire-e2e-'))

/** The whole product as `npm start` runs it, a new database with the demo business, and a real browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../node_modules/.cache/adire/e2e',
  fullyParallel: true,
  // With three, the stories ended four minutes before the API tests, which then left a core partly idle.
  workers: 2,
  retries: 0,
  // A busy machine needs three times as long for what takes ten seconds on a quiet one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Each story would install it anew. `offline.spec.ts` tests it.
    serviceWorkers: 'block',
    // No animations, and no trace unless requested: together they need half of the CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROME ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Each page lives for seconds: without the compilers for code that runs long it needs a tenth less CPU time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  webServer: [
    {
      command: `node ${process.env.E2E_BALANCED ? 'support/balanced-product.ts' : join('..', program)}`,
      url: `${baseURL}/health`,
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      env: {
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: baseURL,
        DATA_DIR: process.env.E2E_DATA_DIR,
        REQUESTS_PER_SECOND: '0',
        ...processor.env,
      },
    },
    {
      command: `node ${processor.args.join(' ')}`,
      url: processor.url,
      cwd: '..',
      env: environment,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'node --import ../scripts/resolve-modules.mjs support/seed-server.ts',
      url: process.env.E2E_SEED_URL,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      env: { ...environment, DATA_DIR: process.env.E2E_DATA_DIR, SEED_PORT: String(seedPort) },
    },
  ],
})
