// Prepares a checkout to run: installs the packages of package-lock.json, and builds the web app and the API.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cacheDir, root, run } from './run.mjs'

/** Installs the packages of package-lock.json if they differ. Returns the path of a Node that can run the TypeScript files. */
export async function install() {
  if (!isInstalled()) {
    await step('Installing the packages; the first time takes a minute or two', installPackages)
  }
  const ours = join(root, 'node_modules', '.bin', 'node')
  if (spawnSync(ours, ['--version']).status === 0) return ours
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail('The package "node" has no program for this system. Install Node 24 and try again.')
}

/** Builds the web app and the API, each only if its sources have changed since its last build. */
export async function build(node) {
  await buildWeb(node)
  await runBuild('api', 'api/build.mjs', 'Building the API', node)
}

export const buildWeb = (node) => runBuild('web', 'web/build/build.mjs', 'Building the web app', node)

async function runBuild(folder, script, sentence, node) {
  if (isBuilt(folder)) return
  const sources = hashSources(folder)
  rmSync(stampOf(folder), { force: true }) // an interrupted build must not count as done
  await step(sentence, () => run(node, [script], { cwd: root }))
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampOf(folder), sources)
}

/** Whether `dist` of a folder (`web`, `api`) was built from its present sources. */
export const isBuilt = (folder) =>
  existsSync(join(root, folder, 'dist')) && readIfThere(stampOf(folder)) === hashSources(folder)

const stampOf = (folder) => join(cacheDir, `${folder}-built-from`)
const hashSources = (folder) =>
  hashPaths(folder, 'contract', 'client', 'scripts/listen.mjs', 'scripts/server-output.mjs', 'package-lock.json')

/** Development packages also with NODE_ENV=production, so that start and test share one state of node_modules. */
const npmFlags = ['--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund']

/** Installs exactly the packages of package-lock.json, verified by checksum; checks/packages.test.ts keeps the list complete. */
const installPackages = () => runNpm(['ci', ...npmFlags, '--loglevel=error'])

function runNpm(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Uses the npm that runs this script, on its own Node: the project's Node is in node_modules, which npm ci empties first.
  if (npm && node && existsSync(node) && basename(npm) === 'npm-cli.js') return run(node, [npm, ...args])
  return run('npm', args)
}

/** Compares the lock file with the one in node_modules, which npm writes last. Optional packages of other systems may be missing. */
function isInstalled() {
  try {
    const expected = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(expected).every(([path, { version, optional, devOptional }]) => {
      if (!path.includes('node_modules/')) return true
      return found[path] ? found[path].version === version : Boolean(optional || devOptional)
    })
  } catch {
    return false
  }
}

function hashPaths(...paths) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !['dist', 'node_modules', '.cache'].includes(entry.name)) walk(path)
      else if (entry.isFile()) add(path)
    }
  }
  for (const path of paths) path.includes('.') ? add(path) : walk(path)
  return hash.digest('hex')
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Runs a step and prints its duration. A failed step ends the process, because the next steps depend on it. */
async function step(sentence, work) {
  const begin = Date.now()
  console.log(`• ${sentence}`)
  const reminder = setInterval(() => console.log(`  … ${seconds(begin)} so far`), 15_000)
  const code = await work()
  clearInterval(reminder)
  if (code !== 0) fail(`That failed (exit code ${code}); the reason is printed above. ${sentence} has to work first.`)
  console.log(`  done in ${seconds(begin)}`)
}

export function seconds(beginMs) {
  return `${((Date.now() - beginMs) / 1000).toFixed(1)} s`
}

function fail(sentence) {
  console.error(`✗ ${sentence}`)
  process.exit(1)
}
