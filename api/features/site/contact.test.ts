import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactTopics } from '@adire/contract/site-page-props.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { mailsTo } from '../../testing/mails.ts'

const helpdesk = 'desk@provider.example'
const env = { BRAND_HELP_EMAIL: helpdesk }

type Form = Record<string, string>

const written = (changes: Form = {}): Form => ({
  messageKey: crypto.randomUUID(),
  name: 'Ada Obi',
  email: 'Ada@Example.com',
  topic: contactTopics[0],
  message: 'Can I begin today?\n\nThank you',
  ...changes,
})

async function send({ url }: TestApp, form: Form, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/Contact`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

const received = async (app: TestApp) => {
  await app.drain()
  return mailsTo(app, helpdesk)
}

test('a message is sent to the configured email, with the email of the sender as reply address', async (t) => {
  const app = await testApp(t, env)
  const { html } = await send(app, written({ name: '' }))
  const messageKey = html.match(/name="messageKey" value="([^"]+)"/)![1]!
  const sent = await send(app, written({ messageKey }))
  assert.deepEqual([sent.status, sent.location], [303, '/Contact?sent=1'])
  const [mail, ...more] = await received(app)
  assert.equal(more.length, 0)
  assert.deepEqual(mail!.replyTo, { name: 'Ada Obi', address: 'ada@example.com' })
  assert.match(mail!.subject, /^Getting started: Ada Obi$/)
  assert.match(mail!.text, /Can I begin today\?[\s\S]*Thank you/)
  const thanks = await fetch(`${app.url}/Contact?sent=1`)
  assert.match(await thanks.text(), /Message sent/)
  assert.equal(thanks.headers.get('cache-control'), 'no-store')
})

test('an invalid field shows its error, and keeps the typed values', async (t) => {
  const app = await testApp(t, env)
  const rejected = await send(
    app,
    written({ email: 'nobody', message: ' ', topic: 'Money', name: '"><script>x</script>' }),
  )
  assert.equal(rejected.status, 422)
  for (const sentence of [
    'Please enter a valid email address!',
    'This field must not be empty!',
    'Choose what it is about',
  ])
    assert.ok(rejected.html.includes(sentence), sentence)
  assert.ok(rejected.html.includes('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"'))
  assert.doesNotMatch(rejected.html, /<script>x/)
  for (const changes of [{ message: 'x'.repeat(4001) }, { name: 'x'.repeat(101) }, { messageKey: 'mine' }] as Form[])
    assert.equal((await send(app, written(changes))).status, 422)
  assert.ok((await send(app, written({ message: 'x'.repeat(20_000) }))).status >= 400)
  assert.equal((await received(app)).length, 0)
})

test('an empty email is reported as empty, not as a wrong one [S5-01] [S5-02]', async (t) => {
  const app = await testApp(t, env)
  const { html } = await send(app, written({ email: '' }))
  assert.ok(html.includes('This field must not be empty!'))
  assert.ok(!html.includes('Please enter a valid email address!'))
})

test('a message sent twice, or five times at once, is sent once; its key cannot be used for another message', async (t) => {
  const app = await testApp(t, env)
  const message = written()
  const results = await Promise.all(Array.from({ length: 5 }, () => send(app, message)))
  assert.ok(results.some(({ status }) => status === 303))
  assert.equal((await send(app, message)).status, 303)
  assert.equal((await send(app, { ...message, message: 'Another' })).status, 422)
  assert.equal((await received(app)).length, 1)
})

test('a bot that fills in every field gets the usual response, and nothing is sent', async (t) => {
  const app = await testApp(t, env)
  const { status } = await send(app, written({ website: 'https://spam.example' }))
  assert.equal(status, 303)
  assert.equal((await received(app)).length, 0)
})

test('too many messages are limited, and a form of another site is rejected', async (t) => {
  const app = await testApp(t, env)
  for (let times = 0; times < 5; times++) assert.equal((await send(app, written())).status, 303)
  const sixth = await send(app, written())
  assert.equal(sixth.status, 429)
  assert.match(sixth.html, /Too many attempts/)
  assert.match(sixth.html, /Can I begin today\?/)
  assert.equal((await send(app, written({ email: 'bola@example.com' }))).status, 303)
  app.forward(15 * 60_000)
  assert.equal((await send(app, written())).status, 303)
  const foreign = await send(app, written({ email: 'chi@example.com' }), { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  assert.equal((await received(app)).length, 7)
})

test('a name cannot add headers to the email', async (t) => {
  const app = await testApp(t, env)
  const rejected = await send(app, written({ name: 'Ada\r\nBcc: all@example.com' }))
  assert.equal(rejected.status, 422)
  assert.equal((await send(app, written({ name: 'Ada <b>Obi</b>, "Bcc": x@y.z' }))).status, 303)
  const [mail] = await received(app)
  assert.doesNotMatch(mail!.html, /<b>Obi/)
  assert.equal((await mailsTo(app, 'x@y.z')).length, 0)
})
