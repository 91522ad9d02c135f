import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'

const web = fileURLToPath(new URL('../../../web', import.meta.url))
const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))

/** Runs the web app's development server in front of this API. */
async function developing(t: TestContext, api: string): Promise<string> {
  const server = spawn(process.execPath, [vite, '--port', '0', '--host', '127.0.0.1'], {
    cwd: web,
    env: { ...process.env, API_URL: api, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(t, () => server.kill('SIGKILL'))
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => {
        output += text
        const address = output.match(/http:\/\/127\.0\.0\.1:\d+/)
        if (address) resolve(address[0])
      })
    server.on('exit', () => reject(new Error(output)))
  })
}

test('the development server serves the site, its documentation and the plugin as in production, and the app from Vite', async (t) => {
  const app = await testApp(t)
  const address = await developing(t, app.url)
  const read = async (path: string, base = address) => {
    const response = await fetch(base + path, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  for (const path of [
    ...['/inline.js', '/v1/inline.js', '/docs', '/docs/webhooks', '/docs/search?q=refund'],
    ...['/pricing?amount=5000', '/faq', '/FAQ', '/page', '/terms-and-conditions', '/robots.txt', '/openapi.json'],
  ]) {
    const served = await read(path, app.url)
    assert.ok(served.status < 400, path)
    assert.deepEqual(await read(path), served, path)
  }
  const script = (await read('/pricing')).text.match(/\/static\/[^"]+\.js/)![0]
  assert.equal((await read(script)).status, 200)
  for (const path of ['/', '/payment-links', '/transactions'])
    assert.match((await read(path)).text, /\/@vite\/client/, `${path} is the app's`)
})
