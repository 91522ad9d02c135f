// Finds a Chromium for the browser tests, and installs one if there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { run } from './run.mjs'

/** Chromium without the parts that only a window needs: the same pages in two thirds of the CPU time. Debian has it as a package. */
const headlessShell = 'chromium-headless-shell'
const shellPath = `/usr/bin/${headlessShell}`

/** Commands that install Chromium without prompts, by package manager. They end as soon as there is one. */
const managers = {
  'apt-get': [
    ['update', '-q'],
    ['install', '-y', '-q', headlessShell],
    ['install', '-y', '-q', 'chromium'],
  ],
  dnf: [['install', '-y', 'chromium']],
  apk: [['add', 'chromium']],
  pacman: [['-Sy', '--noconfirm', 'chromium']],
}

/**
 * Path of a working Chromium; undefined after printing why there is none. For many stories, the headless shell is also installed where
 * there is another Chromium; without it the stories still run. `packages`: done once the packages of this repository are installed.
 */
export async function findOrInstallChromium({ manyStories = false, packages = Promise.resolve() } = {}) {
  if (process.env.CHROME && !works(process.env.CHROME)) {
    console.error(`✗ CHROME is ${process.env.CHROME}, which does not run; looking for another`)
  }
  const found = find()
  const root = rights()
  if (found && manyStories && !process.env.CHROME && found !== shellPath && root && has('apt-get')) {
    console.log(`• Installing ${headlessShell}: with it, browser stories need a third less CPU time`)
    for (const args of managers['apt-get'].slice(0, 2)) await runAs(root, 'apt-get', args)
    return find()
  }
  if (found) return found
  const manager = Object.keys(managers).find((name) => has(name))
  if (manager && root) {
    console.log(`• Installing Chromium with ${manager}, for the browser stories`)
    for (const args of managers[manager]) if (!find()) await runAs(root, manager, args)
  }
  if (find()) return find()
  await packages
  if (find()) return find()
  // Some packages are empty: Ubuntu's only points to a snap. Playwright downloads its own browser.
  console.log('• Downloading Chromium with Playwright')
  if (root) await runAs(root, 'node_modules/.bin/playwright', ['install-deps', 'chromium'])
  await run('playwright', ['install', 'chromium'])
  if (find()) return find()
  console.error(
    root
      ? '✗ No Chromium could be installed: install one and set CHROME to its path'
      : '✗ There is no Chromium, and installing it needs root or sudo without a password: install one, or set CHROME to its path',
  )
}

function find() {
  const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const paths = [process.env.CHROME, ...names.map((name) => `/usr/bin/${name}`), downloadedPath()]
  return paths.find((path) => path && existsSync(path) && works(path))
}

/** Where Playwright puts the browser that it downloads; undefined before the packages are installed. */
function downloadedPath() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Tests whether a file runs as a browser: Ubuntu's wrapper only reports that a snap is missing. */
function works(path) {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

/** Prefix that gives a command root rights ([] for root, or sudo); undefined if there are none. */
export function rights() {
  if (process.getuid() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

export function runAs(root, command, args) {
  const [first, ...rest] = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive', command, ...args]
  return run(first, rest)
}

export function has(command) {
  return spawnSync(command, ['--version']).error === undefined
}
