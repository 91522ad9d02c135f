import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Manifest = {
  workspaces?: string[]
  dependencies?: object
  devDependencies?: object
  optionalDependencies?: object
}
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest

test('the lock file matches the dependencies of each package, so that npm ci works', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Manifest> }
  for (const folder of ['', ...read('package.json').workspaces!]) {
    const { dependencies, devDependencies, optionalDependencies } = read(
      folder ? `${folder}/package.json` : 'package.json',
    )
    const locked = packages[folder]!
    assert.deepEqual(locked.dependencies, dependencies, folder)
    assert.deepEqual(locked.devDependencies, devDependencies, folder)
    assert.deepEqual(locked.optionalDependencies, optionalDependencies, folder)
  }
})

test('the lock file names no registry, so that any mirror works', () => {
  const addresses = readFileSync('package-lock.json', 'utf8').match(/"resolved": "https?:[^"]+"/g)
  assert.equal(addresses, null)
})

type Locked = {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}
const packages = () =>
  Object.entries((read('package-lock.json') as { packages: Record<string, Locked & Manifest> }).packages)

test('every locked package has a checksum, except programs of other systems that the registry does not carry', () => {
  const isForeign = ({ optional, os = [], cpu = [], libc = [] }: Locked) =>
    optional && (!os.includes('linux') || !cpu.includes('x64') || libc.includes('musl'))
  const without = packages().filter(
    ([path, { integrity, link }]) => path.includes('node_modules/') && !link && !integrity,
  )
  assert.deepEqual(
    without.filter(([, locked]) => !isForeign(locked)).map(([path]) => path),
    [],
  )
  assert.ok(without.length <= 16, 'no more packages are without a checksum than before')
})

test('the lock file lists the optional packages of every system, so that npm ci works on each', () => {
  const paths = new Set(packages().map(([path]) => path))
  const missing = packages().flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !paths.has(`node_modules/${name}`) && !paths.has(`${path}/node_modules/${name}`))
      .map((name) => `${name} of ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('the notices name every package the product runs with, and its licence', async () => {
  const { noticesFile, buildNotices } = await import(new URL('../scripts/notices.mjs', import.meta.url).href)
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  assert.equal(readFileSync(noticesFile, 'utf8'), buildNotices(lock), 'run npm run notices')
})
