import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brandShades } from '@adire/contract/brand-color.ts'
import { register } from '@adire/contract/registration.ts'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { deliverEmail, mailFolder } from './deliver.ts'
import { html } from './html.ts'
import { renderEmail } from './mail.ts'

test('user input is escaped in every email template', () => {
  const name = '<script>alert("1")</script> & co'
  assert.equal(html`<p>${name}</p>`.html, '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; co</p>')
  const mail = renderEmail(readConfig({}), {
    to: 'a@example.com',
    subject: name,
    heading: name,
    paragraphs: [name],
    rows: [[name, name]],
  })
  assert.doesNotMatch(mail.html, /<script/)
  assert.match(mail.text, /<script>/)
})

test('a long word of a name or an email address wraps in a narrow mail program', () => {
  const long = 'PersonalisedEmbroideredTablecloths'
  const { html } = renderEmail(readConfig({}), {
    to: 'a@example.com',
    subject: long,
    heading: long,
    paragraphs: [long],
    rows: [[long, long]],
  })
  assert.match(html, /class="sheet" style="[^"]*overflow-wrap:break-word/)
  assert.equal(html.match(/<td [^>]*overflow-wrap:anywhere/g)!.length, 2)
})

test('an email has a preview without its note or greeting, a dark theme, and the business as its sender', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-mail-'))
  atEnd(t, () => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  const content = { to: 'a@example.com', subject: 'Receipt', heading: 'You paid', test: true }
  const mail = renderEmail(config, {
    ...content,
    paragraphs: ['Hello Ada,', 'Tola Atelier has received your payment.'],
    business: { name: 'Tola =?utf-8?q?x?= Atelier', logoUrl: null, brandColor: '#FFC107' },
    action: { label: 'View receipt', url: 'https://example.com' },
  })
  const [preview] = /<div style="display:none[^>]*>([^<]*)</.exec(mail.html)!.slice(1)
  assert.ok(preview!.startsWith('Tola Atelier has received your payment.'), preview)
  assert.ok(mail.html.indexOf('Tola Atelier has received') < mail.html.indexOf('Test Mode'))
  assert.match(mail.html, /<meta name="color-scheme" content="light dark">/)
  assert.match(mail.html, /@media \(prefers-color-scheme:dark\)/)
  // Yellow is hard to see on white, so the button is a darker shade of it there.
  const { light, dark } = brandShades('#FFC107')
  assert.notEqual(light.fill, '#FFC107')
  assert.ok(mail.html.includes(`background:${light.fill};color:${light.onFill}`))
  assert.ok(mail.html.includes(`.action{background:${dark.fill}!important;color:#000000!important}`))
  await deliverEmail(config, mail, new Date())
  await deliverEmail(config, renderEmail(config, { ...content, paragraphs: ['x'] }), new Date())
  const files = (await readdir(mailFolder(config))).filter((name) => name.endsWith('.eml'))
  const senders = await Promise.all(
    files.map(async (name) => /^From: (.*)$/m.exec(await readFile(join(mailFolder(config), name), 'utf8'))![1]!),
  )
  assert.equal(senders.filter((from) => from.startsWith('Adire <')).length, 1)
  assert.equal(
    senders.filter((from) => /^"Tola = \?utf-8\?q\?x\?= Atelier via Adire" </.test(from)).length,
    1,
    senders.join(),
  )
})

test('user input cannot create an encoded word in an email header', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-mail-'))
  atEnd(t, () => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  const typed = '=?utf-8?q?Your_bank=0d=0aBcc:x@evil.example?='
  const mail = renderEmail(config, {
    to: 'a@example.com',
    subject: `Invoice from ${typed}`,
    heading: 'x',
    paragraphs: ['x'],
  })
  await deliverEmail(config, { ...mail, replyTo: { name: typed, address: 'b@example.com' } }, new Date())
  const files = await readdir(mailFolder(config))
  const eml = await readFile(join(mailFolder(config), files.find((name) => name.endsWith('.eml'))!), 'utf8')
  const headers = eml.split('\n\n')[0]!.replaceAll(/\n\s+/g, ' ')
  assert.match(headers, /^Subject: Invoice from = \?utf-8\?q/m)
  assert.doesNotMatch(headers, /^(Subject|Reply-To): .*=\?utf-8\?q\?Your_bank/m)
})

test('emails are sent by SMTP_URL, and the mailbox page is then not available', async (t) => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(t, () => server.close())
  const { port } = server.server.address() as AddressInfo
  const api = await testApp(t, { SMTP_URL: `smtp://127.0.0.1:${port}` })
  await registerTola(api)
  assert.equal(received.length, 1)
  assert.match(received[0]!, /To: tola@example.com/)
  assert.match(received[0]!.replaceAll('=\r\n', ''), /verify-email/)
  assert.equal((await fetch(`${api.url}/mailbox`)).status, 404)
})

test('the job fails while the mail server is unreachable, so that the queue retries it', async () => {
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const mail = { to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await assert.rejects(deliverEmail(config, mail, new Date()))
})

test('without a mail server, emails are shown at /mailbox, without scripts', async (t) => {
  const api = await testApp(t, { DEMO: 'on' })
  await registerTola(api)
  const list = await fetch(`${api.url}/mailbox`)
  const page = await list.text()
  assert.match(page, /Verify your email address/)
  assert.match(list.headers.get('content-security-policy')!, /default-src 'none'/)
  const link = page.match(/href="(\/mailbox\/[^"]+)"/)![1]!
  assert.match(await (await fetch(api.url + link)).text(), /verify-email\//)
  assert.equal((await fetch(`${api.url}/mailbox/..%2f..%2fsigning-key`)).status, 404)
})

/** Registers a business, which sends the email to verify its address. */
async function registerTola(api: TestApp) {
  await api.asClient().call(register, {
    businessName: 'Tola Atelier',
    countryId: 566,
    email: 'tola@example.com',
    password: 'Indigo-2026',
  })
  await api.drain()
}
