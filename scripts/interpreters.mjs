// Installs PHP and Python for the tests of their clients, where there are none.
import { existsSync } from 'node:fs'
import { has, rights, runAs } from './chromium.mjs'

const programs = { '/usr/bin/php': ['php-cli', 'php-curl'], '/usr/bin/python3': ['python3'] }

/** Without them, or without the right to install them, these tests are skipped. */
export async function installInterpreters() {
  const packages = Object.entries(programs).flatMap(([path, names]) => (existsSync(path) ? [] : names))
  const root = rights()
  if (packages.length === 0 || !root || !has('apt-get')) return
  console.log(`• Installing ${packages.join(', ')}, for the tests of the clients`)
  await runAs(root, 'apt-get', ['update', '-q'])
  await runAs(root, 'apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages])
}
