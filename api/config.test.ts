import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from './config.ts'
import { checkServer } from './database/check-server.ts'
import { openSigner } from './features/auth/access-token.ts'
import { openDataDir } from './files/data-dir.ts'
import { openVault } from './files/vault.ts'
import { atEnd } from './testing/at-end.ts'
import { builtProgram } from './testing/crash-server.ts'
import { testDatabase } from './testing/database.ts'

const temporaryFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'adire-config-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

const invalidSettings: [env: Record<string, string>, sentence: RegExp][] = [
  [{ PORT: '80a' }, /^PORT is "80a"; it must be a whole number from 0 to 65535$/],
  [{ PORT: '70000' }, /^PORT is "70000"/],
  [{ REQUESTS_PER_SECOND: '-1' }, /^REQUESTS_PER_SECOND is "-1"/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not an address that starts with postgres/],
  [{ DATABASE_READ_URL: 'localhost:5432' }, /^DATABASE_READ_URL is not an address/],
  [{ BACKUP_DIR: '/b', DATABASE_URL: 'postgres://x' }, /^BACKUP_DIR is for the built-in database/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL is not an address/],
  [{ PUBLIC_URL: 'pay.example' }, /^PUBLIC_URL is not an address/],
  [{ SERVERS: 'test-core,moon' }, /^SERVERS names "moon"/],
  [{ ROLES: 'api,web' }, /^ROLES names "web"; it may name api, worker$/],
  [{ MIGRATE_AT_START: 'false' }, /^MIGRATE_AT_START is "false"; it must be on or off$/],
  [{ LANGUAGES: 'ha,fr' }, /^LANGUAGES names "fr"; it may name en, ha, yo, ig, pcm$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud"; it must be trace, debug, info, warn, error, fatal or silent$/],
  [{ NODE_ENV: 'prod' }, /^NODE_ENV is "prod"; it must be development, test or production$/],
  [{ DEMO: 'false' }, /^DEMO is "false"; it must be on or off$/],
  [{ WEBHOOKS_TO_LOOPBACK: 'yes' }, /^WEBHOOKS_TO_LOOPBACK is "yes"; it must be on or off$/],
  [{ MAIL_FROM: 'notamail' }, /^MAIL_FROM is "notamail"; it must be one email address/],
  [{ OPERATOR_EMAIL: 'a@b.example, c@d.example' }, /^OPERATOR_EMAIL is/],
  [{ BRAND_HELP_EMAIL: 'help' }, /^BRAND_HELP_EMAIL is "help"/],
  [{ TRUST_PROXY: 'on' }, /^TRUST_PROXY is "on"; set it to the number of proxies .* to their addresses or networks/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY is "true"/],
  [{ TRUST_PROXY: '0' }, /^TRUST_PROXY is "0"/],
  [{ TRUST_PROXY: '11' }, /^TRUST_PROXY is "11"/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY is "0.0.0.0\/0"/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY is/],
  [{ TRUST_PROXY: '10.0.0.1,proxy.example' }, /^TRUST_PROXY is/],
]

test('an invalid setting is rejected with a message that names the variable', () => {
  for (const [env, sentence] of invalidSettings)
    assert.throws(() => readConfig(env), { message: sentence }, JSON.stringify(env))
})

test('valid settings are parsed', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://pay.example/' }).publicUrl, 'https://pay.example')
  assert.equal(readConfig({}).trustProxy, false)
  assert.equal(readConfig({ TRUST_PROXY: 'off' }).trustProxy, false)
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2)
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,127.0.0.1' }).trustProxy, [
    '10.0.0.0/8',
    'fd00::/8',
    '127.0.0.1',
  ])
  assert.equal(readConfig({ DEMO: 'on', NODE_ENV: 'production' }).seedDemo, false)
  assert.equal(readConfig({ MAIL_FROM: 'no-reply@pay.example' }).mailFrom, 'no-reply@pay.example')
})

test('an invalid key is rejected, from the variable and from its file', async (t) => {
  const dataDir = await temporaryFolder(t)
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = privateKey.export({ format: 'jwk' })
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  for (const given of ['garbage', '{}', 'null', '{"kty":"RSA"}', JSON.stringify({ ...jwk, x: other.x })])
    await assert.rejects(openSigner(dataDir, given), { message: /^SIGNING_KEY must be an Ed25519 private key/ }, given)
  await openSigner(dataDir, JSON.stringify(jwk))
  const zeros = Buffer.alloc(32).toString('base64')
  for (const given of ['garbage', zeros, Buffer.alloc(16, 7).toString('base64')])
    await assert.rejects(openVault(dataDir, given), { message: /^SEALING_KEY must be 32 random bytes/ }, given)
  await openVault(dataDir, Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'))
  await writeFile(join(dataDir, 'signing-key.json'), '')
  await assert.rejects(openSigner(dataDir, ''), { message: /signing-key\.json must be/ })
})

test('processes that start together in a new folder use the same keys', async (t) => {
  const dataDir = await temporaryFolder(t)
  const vaults = await Promise.all([1, 2, 3, 4].map(() => openVault(dataDir, '')))
  const signers = await Promise.all([1, 2, 3, 4].map(() => openSigner(dataDir, '')))
  assert.equal(new Set([...vaults, ...signers].map(({ keyFingerprint }) => keyFingerprint)).size, 2)
  assert.deepEqual((await readdir(dataDir)).sort(), ['sealing-key', 'signing-key.json'])
  const sealed = vaults[0]!.seal('text', 'of')
  assert.equal((await openVault(dataDir, '')).open(sealed, 'of'), 'text')
})

test('a folder that cannot be created is rejected at the start', async (t) => {
  const folder = await temporaryFolder(t)
  openDataDir(join(folder, 'a', 'b'))
  assert.ok(existsSync(join(folder, 'a', 'b')))
  await writeFile(join(folder, 'file'), '')
  for (const dataDir of ['/proc/x', '/proc/x/y', join(folder, 'file'), join(folder, 'file', 'below')])
    assert.throws(() => openDataDir(dataDir), { message: /^DATA_DIR is ".*"; set it to a folder/ }, dataDir)
})

test('an unreachable, forbidden or outdated database is reported by the name of its variable', async (t) => {
  const url = await testDatabase(t)
  await checkServer(url, 'DATABASE_URL')
  const away = checkServer('postgres://nobody:secret-word@127.0.0.1:1/x', 'DATABASE_READ_URL')
  await assert.rejects(away, (error: Error) => {
    assert.match(error.message, /^DATABASE_READ_URL: PostgreSQL at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/)
    return !error.message.includes('secret-word')
  })
  for (const [oldest, newest] of [
    [99, 100],
    [1, 2],
  ] as const)
    await assert.rejects(checkServer(url, 'DATABASE_URL', { oldest, newest }), {
      message: new RegExp(
        `^DATABASE_URL names PostgreSQL 1\\d\\S*.*; this version of the product works with ${oldest} to ${newest}$`,
      ),
    })
  const none = url.replace(/\/[^/?]*(\?|$)/, '/no_such_database$1')
  await assert.rejects(checkServer(none, 'DATABASE_URL'), { message: /^DATABASE_URL: .* has no such database/ })
})

test('a connection pooler that drops settings of the connection, or an address that replaces them, stops the start', async (t) => {
  const url = await testDatabase(t)
  const message = /^DATABASE_URL: PostgreSQL at .* does not apply the settings of a connection.*PgBouncer/
  const replaced = `${url}${url.includes('?') ? '&' : '?'}options=-c%20work_mem%3D8MB`
  await assert.rejects(checkServer(replaced, 'DATABASE_URL'), { message })
  // The response of PgBouncer to a startup message with `options`.
  const text = 'SERROR\0C08P01\0Munsupported startup parameter: options\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(text.length + 4)
  const pooler = createServer(
    (socket) =>
      void socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(text)]))),
  )
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  atEnd(t, async () => void pooler.close())
  const { port } = pooler.address() as AddressInfo
  await assert.rejects(checkServer(`postgres://adire@127.0.0.1:${port}/adire`, 'DATABASE_URL'), { message })
})

/** Starts the server as an operator does; returns its output and its exit code. */
async function startProduct(env: Record<string, string>, onLine?: (text: string, stop: () => void) => void) {
  const child = spawn(process.execPath, [builtProgram], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
      onLine?.(output, () => child.kill('SIGTERM'))
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return { code: code as number | null, output }
}

test('a port in use is detected before a database is created', async (t) => {
  const dataDir = await temporaryFolder(t)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  atEnd(t, () => other.close())
  const { port } = other.address() as { port: number }
  const env = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '' }
  const { code, output } = await startProduct(env)
  assert.equal(code, 1)
  assert.match(output, new RegExp(`^✗ PORT is ${port}; another program uses that port of 127\\.0\\.0\\.1`, 'm'))
  assert.ok(!existsSync(join(dataDir, 'postgres')))
})

test('a stop while the demo business is created causes no error, and the next start creates it again', async (t) => {
  const env = { DATA_DIR: await temporaryFolder(t), PORT: '0', HOST: '127.0.0.1', DATABASE_URL: await testDatabase(t) }
  const { code, output } = await startProduct(env, (text, stop) => text.includes('Seeding') && stop())
  assert.equal(code, 0)
  assert.doesNotMatch(output, /✗|Error|pool/)
})
