import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { backUp } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { asOneClient } from '../database/one-client.ts'
import { atEnd } from '../testing/at-end.ts'
import { spawnServer } from '../testing/crash-server.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { testDatabase } from '../testing/database.ts'
import { openFakeS3 } from '../testing/fake-s3.ts'
import { diskObjects } from './objects.ts'
import { checkS3, openS3Objects } from './s3-objects.ts'
import { openObjects, openStores } from './stores.ts'

const id = () => crypto.randomUUID()

test('files in an S3 store are sealed, are read by every process, and are removed', async (t) => {
  const { settings, objects } = await openFakeS3(t)
  const dataDir = await temporaryFolder(t)
  const [one, other] = await Promise.all([openStores(dataDir, settings), openStores(dataDir, settings)])
  const file = id()
  await one.files.put(file, Buffer.from('a passport'))
  assert.deepEqual([...objects.keys()], [file])
  assert.ok(!objects.get(file)!.includes('passport'))
  assert.equal((await other.files.get(file)).toString(), 'a passport')
  await other.files.remove(file)
  await other.files.remove(file)
  await assert.rejects(one.files.get(file), /There is no file/)
  await assert.rejects(one.files.put('../other', Buffer.from('x')), /A file is named by a uuid/)
})

test('a store that is busy is asked again; one that rejects the keys or has no bucket is named at the start', async (t) => {
  const { settings, failNext } = await openFakeS3(t)
  await checkS3(settings)
  failNext(2)
  await openS3Objects(settings).write(id(), Buffer.from('x'))
  await assert.rejects(
    checkS3({ ...settings, secretAccessKey: 'another' }),
    /FILES_S3_URL: the file store cannot be used. .*403 \(SignatureDoesNotMatch\). Correct the variables that begin with FILES_S3_/,
  )
  await assert.rejects(checkS3({ ...settings, url: `${new URL(settings.url).origin}/nothing` }), /no such bucket/)
  await assert.rejects(
    checkS3({ ...settings, url: 'http://127.0.0.1:9/bucket' }),
    /FILES_S3_URL: the file store cannot be used/,
  )
})

test('a store that hangs, or closes the connection, is out for now', async (t) => {
  const unavailable = { status: 503, code: 'unavailable', headers: { 'retry-after': '10' } }
  const { settings, hang } = await openFakeS3(t)
  await openS3Objects(settings).write(id(), Buffer.from('x'))
  hang()
  const objects = openS3Objects(settings, 100)
  await assert.rejects(objects.write(id(), Buffer.from('x')), unavailable)
  await assert.rejects(objects.read(id()), unavailable)
  const closing = createServer((socket) => void socket.once('data', () => socket.destroy()))
  await once(closing.listen(0, '127.0.0.1'), 'listening')
  atEnd(t, async () => void closing.close())
  const { port } = closing.address() as AddressInfo
  const closed = openS3Objects({ ...settings, url: `http://127.0.0.1:${port}/adire-files` })
  await assert.rejects(closed.read(id()), unavailable)
})

test('a backup has the files of an S3 store, and restores them to a disk or to another store', async (t) => {
  const [from, to] = [await openFakeS3(t), await openFakeS3(t)]
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const { files } = await openStores(dataDir, from.settings)
  const ids = [id(), id(), id(), id(), id()]
  for (const file of ids) await files.put(file, Buffer.from(`content of ${file}`))
  const source = { url, dataDir, objects: openObjects(dataDir, from.settings), now: new Date(), print: () => {} }
  const saved = await backUp(source, await temporaryFolder(t))
  const restore = async (objects: ReturnType<typeof openObjects>, folder: string) => {
    const target = await testDatabase(t)
    await asOneClient(target, (client) =>
      client.query('drop schema public cascade; drop schema drizzle cascade; create schema public'),
    )
    return restoreBackup({ url: target, dataDir: folder, objects }, saved)
  }
  const [first, second] = [await temporaryFolder(t), await temporaryFolder(t)]
  assert.equal((await restore(openS3Objects(to.settings), first)).files, 5)
  assert.deepEqual([...to.objects.keys()].sort(), ids.sort())
  assert.equal((await restore(diskObjects(second), second)).files, 5)
  const restored = await openStores(second)
  assert.equal((await restored.files.get(ids[0]!)).toString(), `content of ${ids[0]}`)
})

test('the settings of the store are complete, and a store that does not answer stops the start', async (t) => {
  const given = {
    FILES_S3_URL: 'https://s3.example/files/',
    FILES_S3_ACCESS_KEY_ID: 'key',
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  }
  assert.deepEqual(readConfig(given).filesS3, {
    url: 'https://s3.example/files',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  assert.throws(() => readConfig({ ...given, FILES_S3_URL: 'https://s3.example' }), /FILES_S3_URL names no bucket/)
  assert.throws(
    () => readConfig({ ...given, FILES_S3_ACCESS_KEY_ID: '' }),
    /FILES_S3_ACCESS_KEY_ID is not: set it, too/,
  )
  const { server } = await spawnServer({
    ...given,
    FILES_S3_URL: 'http://127.0.0.1:9/files',
    DATA_DIR: await temporaryFolder(t),
    DATABASE_URL: await testDatabase(t),
  })
  let output = ''
  server.stderr.on('data', (text: Buffer) => (output += text))
  await new Promise((resolve) => server.once('exit', resolve))
  assert.match(output, /^✗ FILES_S3_URL: the file store cannot be used/)
})
