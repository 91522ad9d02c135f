import { defineConfig } from '@playwright/test'
import stories from '../e2e/playwright.config.ts'

/** The stories as `npm test` runs them, on a server that is already running; the first failure shows that a mutant is noticed. */
export default defineConfig({
  ...stories,
  testDir: '../e2e',
  maxFailures: 1,
  webServer: [],
  use: { ...stories.use, screenshot: 'off' },
})
