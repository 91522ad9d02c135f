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

test('the lock file says what each package asks for, so that an install is a plain npm ci', () => {
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

test('the lock file names no registry, so that any one serves', () => {
  const addresses = readFileSync('package-lock.json', 'utf8').match(/"resolved": "https?:[^"]+"/g)
  assert.equal(addresses, null)
})
