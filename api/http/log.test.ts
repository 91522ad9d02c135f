import assert from 'node:assert/strict'
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { symbols } from 'pino'
import { readConfig } from '../config.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { openLog } from './log.ts'

const megabytes = (count: number) => count * 1024 * 1024

test('a log of 50 MB is rotated, the four newest files are kept, and lines go to a new file', async (t) => {
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'log')
  await mkdir(folder)
  // A sparse file: its size is 50 MB, but it uses no disk space.
  const full = await open(join(folder, 'adire.log'), 'w')
  await full.truncate(megabytes(50))
  await full.close()
  for (const fileNumber of [1, 2, 3, 4])
    await writeFile(join(folder, `adire.log.${fileNumber}`), `the one before, ${fileNumber}`)
  const log = openLog(readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))
  const stream = (log as unknown as Record<symbol, { destroy(): void; flushSync(): void }>)[symbols.streamSym]!
  atEnd(t, () => stream.destroy())
  const deadline = Date.now() + 60_000
  const readSize = (name: string) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    )
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      assert.ok(Date.now() < deadline, what)
      await pause(20)
    }
  }
  await until('the full file is put aside', async () => (await readSize('adire.log.1')) === megabytes(50))
  log.info('a line')
  await until('the line is in a new file', async () => (await readSize('adire.log')) > 0)
  assert.match(await readFile(join(folder, 'adire.log'), 'utf8'), /"a line"/)
  assert.deepEqual((await readdir(folder)).sort(), [
    'adire.log',
    ...[1, 2, 3, 4].map((fileNumber) => `adire.log.${fileNumber}`),
  ])
  assert.equal((await stat(join(folder, 'adire.log.1'))).size, megabytes(50))
  for (const fileNumber of [2, 3, 4])
    assert.equal(await readFile(join(folder, `adire.log.${fileNumber}`), 'utf8'), `the one before, ${fileNumber - 1}`)
})

test('a line has no secret, no bank identity and no account, whatever is passed to the logger', async (t) => {
  const dataDir = await temporaryFolder(t)
  const log = openLog(readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))
  const stream = (log as unknown as Record<symbol, { destroy(): void; flushSync(): void }>)[symbols.streamSym]!
  atEnd(t, () => stream.destroy())
  const secrets = {
    password: 'Indigo-2026',
    confirmPassword: 'Indigo-2026',
    secret: 'whsec_x',
    number: '4084084084084081',
  }
  const identity = { bvn: '22222222222', accountNumber: '0000000017' }
  log.error({ ...secrets, body: { ...secrets, account: { ...identity, bankId: 8 } } }, 'request broke')
  await new Promise((resolve) => log.flush(resolve))
  const line = JSON.parse(await readFile(join(dataDir, 'log', 'adire.log'), 'utf8'))
  const removed = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [name, '[removed]']))
  assert.deepEqual(line.body, { ...removed(secrets), account: { ...removed(identity), bankId: 8 } })
  assert.equal(line.password, '[removed]')
})
