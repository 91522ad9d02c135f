import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { getKycStatus, uploadDocument } from '@adire/contract/kyc.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import sharp from 'sharp'
import { honestName } from '../../files/check-document.ts'
import { files } from '../../files/tables.ts'
import { cleanFileName } from '../../http/upload.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runJob } from '../../testing/drain.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { businessDetails, getKycStatuses, registerNewcomer, samplePdf, testDocument } from '../../testing/onboarding.ts'
import { buildPdf, pdfPage } from '../../testing/pdf.ts'
import { listDocuments } from './review.ts'

async function owner(api: TestApp, name?: string) {
  const user = await registerNewcomer(api, name)
  const { call } = api.as(user)
  await call(submitBusinessDetails, businessDetails as never)
  const upload = (document: File, rest: object = {}) =>
    call(uploadDocument, { type: 'OWNER_IDENTITY', document, ...rest } as never)
  return { user, call, upload }
}

const storedFiles = async (api: TestApp) =>
  (await readdir(join(api.runtime.config.dataDir, 'files'), { recursive: true })).filter((name) => name.includes('/'))

test('a document and its number are stored sealed for the reviewer, and a new document replaces it [S3-07] [S7.2-04]', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  const first = await upload(testDocument('../../sandbox-unreadable.pdf', samplePdf('blurred')), {
    documentId: 'A01234567',
  })
  assert.deepEqual(
    [first.OWNER_IDENTITY!.kycStatus, first.OWNER_IDENTITY!.submitted],
    ['PENDING_REVIEW', 'sandbox-unreadable.pdf'],
  )
  await assert.rejects(upload(testDocument('again.pdf')), { status: 409, code: 'kyc_submitted' })
  await api.drain()
  const sentBack = (await getKycStatuses(api, user)).OWNER_IDENTITY!
  assert.deepEqual(
    [sentBack.kycStatus, sentBack.reason],
    ['PENDING_MERCHANT_RESUBMISSION', 'The document cannot be read. Send a sharper picture or the original PDF.'],
  )
  const [before] = await storedFiles(api)
  await upload(testDocument('passport.pdf', samplePdf('sharp')))
  await api.drain()
  const after = await storedFiles(api)
  assert.equal(after.length, 1)
  assert.notEqual(after[0], before)
  const rows = await api.runtime.database.read((tx) => tx.select().from(files))
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['passport.pdf'],
  )
  const content = await api.runtime.files.get(rows[0]!.id)
  assert.deepEqual(content, samplePdf('sharp'))
})

test('the content of a document stays exactly as long as the database has it, also after an interruption', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  const { files: store, database } = api.runtime
  const current = async () => (await database.read((tx) => listDocuments(tx, user.merchantId)))[0]!.fileId
  const stored = async () => store.get(await current())
  const replace = (content: Uint8Array) => upload(testDocument('sandbox-unreadable.pdf', content))
  await replace(samplePdf('none'))
  await api.drain()
  const replaced = await current()
  await replace(samplePdf('first'))
  assert.equal((await storedFiles(api)).length, 2, 'a job removes the replaced one')
  await api.drain()
  assert.deepEqual([(await storedFiles(api)).length, await stored()], [1, samplePdf('first')])
  for (const id of [replaced, await current()]) await runJob(api.runtime, 'remove-file', { id })
  assert.deepEqual(await stored(), samplePdf('first'))

  const process = openInterrupter(api)
  for (let points = 0; !(await stored()).equals(samplePdf('second')); points++) {
    assert.ok(points < 20)
    process.endAfter(points)
    await assert.rejects(replace(samplePdf('second')))
    process.revive()
  }
  assert.ok((await storedFiles(api)).length > 2, 'interrupted uploads leave files')
  api.forward(3_601_000)
  await api.drain()
  assert.deepEqual([(await storedFiles(api)).length, await stored()], [1, samplePdf('second')])
})

test('the sandbox rejects documents by their published names, and no others', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  await upload(testDocument('Sandbox-Rejected.pdf'))
  await api.drain()
  assert.equal((await getKycStatuses(api, user)).OWNER_IDENTITY!.kycStatus, 'REJECTED')
  await assert.rejects(upload(testDocument('sandbox-approved.pdf')), { status: 409, code: 'kyc_rejected' })
  const bola = await owner(api, 'Bola')
  await bola.upload(testDocument('my-sandbox-approved.pdf'))
  await api.drain()
  assert.equal((await getKycStatuses(api, bola.user)).OWNER_IDENTITY!.kycStatus, 'PENDING_REVIEW')
})

test('an image is encoded again: data hidden in its file or appended to it is removed', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2450d8' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'hidden words' } })
    .toBuffer()
  await upload(testDocument('id.jpg', Buffer.concat([picture, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])))
  const [row] = await api.runtime.database.read((tx) => listDocuments(tx, user.merchantId))
  assert.equal(row!.contentType, 'image/jpeg')
  const content = await api.runtime.files.get(row!.fileId)
  assert.ok(!content.includes('hidden words') && !content.includes('<script>'))
  assert.equal((await sharp(content).metadata()).width, 40)
})

test('a file that is not PDF, JPG or PNG is rejected by its content, whatever its name, and nothing of it is stored', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  const wrong: [string, Uint8Array][] = [
    ['page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>%PDF-1.7 %%EOF')],
    ['picture.png', Buffer.from(svg)],
    ['picture.png', webp],
    ['program.pdf', Buffer.from('MZ\u0090\u0000')],
    ['cut.pdf', Buffer.from('%PDF-1.7 and then nothing')],
    ['zip.pdf', Buffer.concat([samplePdf(), Buffer.alloc(5_000, 'PK\u0003\u0004')])],
    ['broken.png', Buffer.from('89504e470d0a1a0a00000000', 'hex')],
    ['empty.pdf', new Uint8Array()],
  ]
  const action = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const packed = deflateSync(`5 0 ${action}`)
  const stream = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
  const bomb = deflateSync(Buffer.alloc(60_000_000))
  const bombStream = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb.toString('latin1')}\nendstream`
  const pdfs = {
    'only ends': Buffer.from('%PDF-%%EOF'),
    'a page of the web': Buffer.from('%PDF-<html><script>alert(1)</script>%%EOF'),
    'a program': Buffer.from('%PDF-MZ\u0090\u0000%%EOF'),
    'no pages': buildPdf(['<< /Type /Catalog >>']),
    'a script that runs': buildPdf([...pdfPage('/OpenAction 4 0 R'), action]),
    'a script by another spelling': buildPdf([...pdfPage('/OpenAction 4 0 R'), '<< /S /J#61vaScript /J#53 (1) >>']),
    'a script packed away': buildPdf([...pdfPage('/OpenAction 5 0 R'), stream]),
    'a program that starts': buildPdf([...pdfPage(), '<< /S /Launch /F (cmd.exe) >>']),
    'an action of an unknown kind': buildPdf([...pdfPage('/OpenAction << /S /Named /N /Print >>')]),
    'another file in it': buildPdf([...pdfPage(), '<< /Type /Filespec /EF << /F 5 0 R >> >>']),
    'a password': buildPdf(pdfPage(), '/Encrypt << /Filter /Standard >>'),
    'bytes after it': Buffer.concat([samplePdf(), Buffer.from('<script>alert(1)</script>')]),
    'bytes between objects': buildPdf([
      pdfPage()[0]!,
      `${pdfPage()[1]}\nendobj\n<script>\n5 0 obj null`,
      pdfPage()[2]!,
    ]),
    'more than fits': buildPdf([...pdfPage(), bombStream]),
    'no end of depth': buildPdf([...pdfPage(), '['.repeat(100_000)]),
  }
  for (const [name, content] of Object.entries(pdfs)) wrong.push([`${name}.pdf`, content])
  for (const [name, content] of wrong)
    await assert.rejects(upload(testDocument(name, content)), (error: { status: number }) => error.status === 422, name)
  await assert.rejects(upload(testDocument('large.pdf', Buffer.alloc(6 * 1024 * 1024, '%PDF-'))), { status: 413 })
  assert.equal((await getKycStatuses(api, user)).OWNER_IDENTITY!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  const rows = await api.runtime.database.read((tx) => tx.select().from(files))
  assert.deepEqual([rows, await storedFiles(api).catch(() => [])], [[], []])
})

test('a file name is displayed and never used as a path', async (t) => {
  const api = await testApp(t)
  const { user, upload } = await owner(api)
  await upload(testDocument('..\\..\\etc\\passwd\u0007.pdf'))
  assert.equal((await getKycStatuses(api, user)).OWNER_IDENTITY!.submitted, 'passwd.pdf')
  const bola = await owner(api, 'Bola')
  await bola.upload(testDocument(`${'a'.repeat(119)}😀.pdf`))
  assert.equal(
    (await getKycStatuses(api, bola.user)).OWNER_IDENTITY!.submitted,
    `${'a'.repeat(119)}.pdf`,
    'a pair is cut',
  )
  const names: [string, string][] = [
    ['setup.exe', 'setup.pdf'],
    ['a\u202efdp.exe', 'afdp.pdf'],
    ['bill.pdf.exe', 'bill.pdf'],
    ['bill.exe.pdf', 'bill_exe.pdf'],
    ['Bill 21.11.2026.PDF', 'Bill 21.11.2026.PDF'],
    ['bill', 'bill.pdf'],
  ]
  for (const [given, expectedName] of names) assert.equal(honestName(cleanFileName(given), 'pdf'), expectedName)
  for (const file of await storedFiles(api)) assert.match(file, /^[0-9a-f]{2}\/[0-9a-f-]{36}$/)
})

test('another business cannot read or write documents', async (t) => {
  const api = await testApp(t)
  const ade = await owner(api)
  const bola = await owner(api, 'Bola')
  await ade.upload(testDocument('passport.pdf'))
  const intruder = { ...bola.user, merchantId: ade.user.merchantId }
  const asAde = api.as(intruder).call
  const hidden = { status: 404, code: 'business_not_found' }
  await assert.rejects(asAde(getKycStatus, {} as never), hidden)
  await assert.rejects(
    asAde(uploadDocument, { type: 'PROOF_OF_ADDRESS', document: testDocument('x.pdf') } as never),
    hidden,
  )
  assert.equal((await getKycStatuses(api, ade.user)).PROOF_OF_ADDRESS!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  assert.equal((await getKycStatuses(api, bola.user)).OWNER_IDENTITY!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
})
