import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { featureOf, listLoaded, parseImports, resolveImport, files as sources } from './sources.ts'

/**
 * The features of the API, from the lowest to the highest. A feature imports only features before it; what it calls in a higher
 * one it defines with `defineHandlers`, and `api/wiring.ts` lists the handlers.
 */
const layers: Record<string, readonly string[]> = {
  foundation: [
    'lookups',
    'lifecycle',
    'stored-files',
    'audit',
    'passkeys',
    'auth',
    'merchants',
    'notifications',
    'processes',
    'api-keys',
    'webhooks',
    'customer-emails',
    'bank-accounts',
    'kyc',
    'users',
    'team',
    'onboarding',
    'search',
  ],
  money: [
    'prices',
    'splits',
    'payments',
    'restrictions',
    'risk',
    'channel-health',
    'routing',
    'customers',
    'saved-cards',
    'refunds',
    'disputes',
    'settlements',
  ],
  products: ['charges', 'direct-debit', 'invoices', 'subscriptions', 'payment-links', 'plans', 'coupons'],
  surfaces: [
    'announcements',
    'approvals',
    'checkout',
    'checkout-integrity',
    'processor-calls',
    'processor-events',
    'reconciliation',
    'simulator',
    'request-log',
    'privacy',
    'saved-views',
    'reports',
    'promotion',
    'test-clock',
    'site',
  ],
  backOffice: [
    'staff',
    'office-review',
    'office-merchants',
    'office-payments',
    'office-money',
    'office-system',
    'office-risk',
    'office-approvals',
  ],
}

const order = Object.values(layers).flat()
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const files = sources.filter((file) => !isTest(file))

/** Imported files of the repository, also of types. */
const listImports = (file: string): string[] =>
  parseImports(file)
    .map((path) => resolveImport(file, path))
    .filter((imported) => imported !== undefined)

test('each feature is in the table of layers', () => {
  const features = new Set(files.map(featureOf).filter((feature) => feature !== undefined))
  assert.deepEqual([...features].sort(), [...order].sort())
})

test('the architecture names the features of each layer', () => {
  const document = readFileSync('docs/architecture.md', 'utf8')
  for (const features of Object.values(layers)) assert.ok(document.includes(`| ${features.join(', ')} |`), features[0])
})

test('a feature imports only features below it', () => {
  const upward = files.flatMap((file) => {
    const feature = featureOf(file)
    if (!feature) return []
    return listImports(file)
      .filter((imported) => order.indexOf(featureOf(imported) ?? feature) > order.indexOf(feature))
      .map((imported) => `${file} imports ${imported}`)
  })
  assert.deepEqual(upward, [])
})

test('only the composition root imports the routes of a feature', () => {
  const importers = files.filter((file) =>
    listImports(file).some((imported) => /^api\/features\/[^/]+\/routes\.ts$/.test(imported)),
  )
  assert.deepEqual(importers, ['api/servers.ts'])
})

test('each handler is named as its constant and set in api/wiring.ts', () => {
  const wiring = readFileSync('api/wiring.ts', 'utf8')
  const wrong = files.flatMap((file) => {
    const defined = readFileSync(file, 'utf8').matchAll(/export const (\w+) =\s+defineHandlers?<[^;]*?\('(\w+)'\)/gs)
    return [...defined]
      .filter(([, constant, name]) => constant !== name || !wiring.includes(`\n${constant}.set(`))
      .map(([, constant]) => `${file}: ${constant}`)
  })
  assert.deepEqual(wrong, [])
  const sets = wiring.match(/^\w+\.set\(/gm) ?? []
  const definitions = files.flatMap((file) => readFileSync(file, 'utf8').match(/= ?\s*defineHandlers?</g) ?? [])
  assert.equal(definitions.length, sets.length)
})

/** Files of the repository that a file needs when it is loaded. */
const listLoadedFiles = (file: string): string[] =>
  listLoaded(file)
    .map((path) => resolveImport(file, path))
    .filter((imported) => imported !== undefined)

test('there are no import cycles', () => {
  const imports = new Map(files.map((file) => [file, listLoadedFiles(file)]))
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (done.has(file)) return
    done.add(file)
    path.push(file)
    for (const imported of imports.get(file) ?? []) visit(imported)
    path.pop()
  }
  for (const file of files) visit(file)
  assert.deepEqual(cycles, [])
})
