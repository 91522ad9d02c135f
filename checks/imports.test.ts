import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { featureOf, files, listLoaded, parseImports, resolveImport } from './sources.ts'

/** Records what is measured; imports nothing. */
const measurements = /^api\/metrics\/measurements\.ts$/

/** Minute, hour and day in ms; imports nothing. */
const durations = /^contract\/durations\.ts$/

/**
 * Import rules; this table is their documentation. The first row that matches a file applies. A row lists the project files that
 * the file may import, besides its own folder. Which feature of the API may import which is in `layers.test.ts`.
 */
const table: [from: RegExp, mayImport: RegExp[]][] = [
  [/\.(test|spec)\.ts$|^api\/testing\//, [/./]],
  [/^contract\//, [/^contract\//]],
  [
    /^api\/(main|app|servers|operator(-(arguments|commands|database|name|print|usage))?|media-process|seed-process|wiring)\.ts$|^api\/metrics\/(registry|serve|state)\.ts$|^api\/jobs\/(worker|dispatch|queue-status|watch|schedule|housekeeping)\.ts$|^api\/database\/seed\//,
    [/./],
  ],
  [
    /^api\/(config|context|current-work|handlers|lagos|operator-context|operator-options|personal-data|random-text|read-once|read-setting|runtime|settlement-lines)\.ts$/,
    [
      /^contract\//,
      /^api\/(config|read-setting|metrics\/settings|tracing\/(settings|traces)|files\/s3-settings|context|runtime|database\/connect|ledger\/entry-kinds|http\/problem|features\/(auth\/access-token|lifecycle\/tables)|files\/(media|store|vault)|jobs\/live)\.ts$/,
    ],
  ],
  [/^api\/tracing\//, [/^api\/read-setting\.ts$/, measurements]],
  [/^api\/metrics\//, [/^api\/read-setting\.ts$/]],
  [/^api\/files\//, [/^contract\//, /^api\/database\//, /^api\/read-setting\.ts$/, /^api\/http\/(gate|problem)\.ts$/]],
  [/^api\/database\//, [durations, /^api\/(files\/paths|http\/problem)\.ts$/, measurements]],
  [/^api\/backup\//, [durations, /^api\/(config|operator-options)\.ts$/, /^api\/(database|files)\//]],
  [/^api\/ledger\//, [/^contract\//, /^api\/database\//, /^api\/http\/problem\.ts$/]],
  [
    /^api\/connectors\//,
    [
      /^api\/connectors\//,
      /^contract\//,
      /^api\/database\//,
      /^api\/http\/problem\.ts$/,
      /^api\/(config|current-work)\.ts$/,
      measurements,
    ],
  ],
  [/^api\/emails\//, [/^contract\/(brand-color|email-sender)\.ts$/, /^api\/(config|http\/problem)\.ts$/, measurements]],
  [
    /^api\/(http|jobs)\//,
    [
      /^contract\//,
      /^api\/(config|context|current-work|runtime|lagos|operator-context)\.ts$/,
      /^api\/database\//,
      /^api\/features\/auth\//,
      /^api\/features\/webhooks\/samples\.ts$/,
      /^api\/emails\//,
      /^api\/files\//,
      /^api\/(http|jobs)\//,
      measurements,
    ],
  ],
  [
    /^api\/features\//,
    [
      /^contract\//,
      /^api\/(config|context|current-work|handlers|lagos|operator-context|operator-options|personal-data|random-text|read-once|runtime|settlement-lines)\.ts$/,
      /^api\/(http|jobs|ledger|connectors|emails|database|files)\//,
      measurements,
    ],
  ],
  [/^web\/ui\//, [/^contract\//, /^web\/(ui|art)\//]],
  [/^web\/client\//, [/^contract\//, /^web\/ui\/(toast|webauthn|denial)\.ts$/]],
  [/^web\/domain\//, [/^contract\//, /^web\/(ui|client)\//]],
  [/^web\/features\//, [/^contract\//, /^web\/(ui|client|domain)\//, /^web\/checkout\/preview\.tsx$/]],
  [/^web\/operator\//, [/^contract\//, /^web\/(ui|art|operator)\//, /^web\/client\/(config|endpoint-hooks)\.ts$/]],
  [/^web\/app\//, [/^contract\//, /^web\/(ui|client|domain|features|app)\//, /^web\/site\/follow\.ts$/]],
  [/^web\/languages\//, [/^contract\//, /^web\/languages\//]],
  [/^web\/checkout\//, [/^contract\//, /^web\/(ui|art|checkout|languages)\//, /^web\/domain\/invoice-document\.tsx$/]],
  [
    /^web\/site\//,
    [
      /^contract\//,
      /^web\/(ui|art|site)\//,
      /^web\/client\/(session|tokens|config)\.ts$/,
      /^web\/checkout\/sandbox-instruments\.ts$/,
    ],
  ],
  [/^web\/worker\//, []],
  [/^web\/consent\//, [/^contract\//, /^web\/(ui|art|checkout|languages)\//]],
  [/^web\//, [/^contract\//, /^web\//]],
  [/^client\/(client|webhook)\.ts$/, [/^contract\/(call|endpoint)\.ts$/]],
  [/^client\//, [/^contract\//, /^api\/(config|http\/openapi|http\/openapi-areas)\.ts$/]],
  [/^testing\//, [/^testing\//, /^api\/testing\/(at-end|receiver)\.ts$/]],
  [/^(e2e|bench|checks|mutate|simulate)\//, [/./]],
]

function isAllowed(file: string, imported: string, allowed: RegExp[]): boolean {
  if (dirname(file) === dirname(imported) || file.endsWith('.test.ts')) return true
  if (featureOf(imported) && featureOf(file)) return true
  return allowed.some((pattern) => pattern.test(imported))
}

test('files import only what the table allows', () => {
  const broken = files.flatMap((file) => {
    const row = table.find(([from]) => from.test(file))
    if (!row) return [`${file} stands in no row of the table`]
    return parseImports(file)
      .map((path) => resolveImport(file, path))
      .filter((imported) => imported !== undefined && !isAllowed(file, imported, row[1]))
      .map((imported) => `${file} may not import ${imported}`)
  })
  assert.deepEqual(broken, [])
})

test('the product imports nothing of the processor simulators', () => {
  const importing = files
    .filter((file) => /^(api|client|contract|web)\//.test(file) && !/\.test\.ts$|^api\/testing\//.test(file))
    .filter((file) => parseImports(file).some((path) => resolveImport(file, path)?.startsWith('testing/')))
  assert.deepEqual(importing, [])
})

test('the contract depends on zod alone', () => {
  const outside = files
    .filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts'))
    .flatMap((file) => parseImports(file).filter((path) => !path.startsWith('.') && !path.startsWith('zod/')))
  assert.deepEqual(outside, [])
})

test('files stay short', () => {
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 350)
  assert.deepEqual(long, [])
})

/** Files of the contract that load zod. Browsers load the others everywhere, and these only with a form. */
const schemaFile = /^contract\/(.*-schemas|schemas|fields|describe)\.ts$/

test('endpoints and constants of the contract load no schemas', () => {
  const loading = files
    .filter((file) => file.startsWith('contract/') && !file.endsWith('.test.ts') && !schemaFile.test(file))
    .filter((file) =>
      listLoaded(file).some((path) => path === 'zod/mini' || schemaFile.test(resolveImport(file, path) ?? '')),
    )
  assert.deepEqual(loading, [])
})

test('the browser never loads all schemas', () => {
  const loading = files.filter(
    (file) =>
      /^web\/.*\.tsx?$/.test(file) &&
      listLoaded(file).some((path) => resolveImport(file, path) === 'contract/schemas.ts'),
  )
  assert.deepEqual(loading, [])
})

/** Files that send email: to users, new users and operators; to customers, through one function that enforces the limit. */
const senders = [
  'api/features/customer-emails/customer-emails.ts',
  'api/features/direct-debit/consent.ts',
  'api/features/kyc/jobs.ts',
  'api/features/notifications/jobs.ts',
  'api/features/payments/jobs.ts',
  'api/features/reports/jobs.ts',
  'api/features/site/jobs.ts',
  'api/features/staff/jobs.ts',
  'api/features/team/jobs.ts',
  'api/features/users/jobs.ts',
  'api/jobs/alert.ts',
]

test('emails to customers of a business leave through `sendForBusiness`, which limits them', () => {
  const found = files
    .filter((file) => /^api\/(features|jobs)\//.test(file) && !file.endsWith('.test.ts'))
    .filter((file) =>
      /import \{[^}]*\bdeliverEmail\b[^}]*\} from '[./]+\/emails\/deliver\.ts'/.test(readFileSync(file, 'utf8')),
    )
  assert.deepEqual(found.sort(), senders)
})
