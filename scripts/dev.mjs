// npm run dev: the product from its sources. Vite serves the dashboard on port 5173 and reloads what changes in it. The API with the
// checkout and the public site is restarted after a change; pages that the server renders are built first.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, install } from './prepare.mjs'
import { root, run } from './run.mjs'

/** Changes that Vite does not show by itself: of pages rendered on the server, and of what they use. */
const rendered = /^(contract\/|web\/(art|build|checkout|client|consent|domain|inline|site|ui)\/|web\/vite\.config\.ts$)/
const ignored = /(^|\/)(dist|node_modules)\/|\.(test|spec)\.tsx?$/

const node = await install()
await buildWeb(node)
const apiUrl = `http://localhost:${process.env.PORT ?? 3000}`
run('vite', [], { cwd: join(root, 'web'), env: { API_URL: apiUrl } }).then((code) => process.exit(code))

let server = startServer()
let changed = new Set()
let timer
let restarting = false

for (const folder of ['api', 'contract', 'web'])
  watch(join(root, folder), { recursive: true }, (_, path) => {
    const file = `${folder}/${path}`
    if (!path || ignored.test(file) || (folder === 'web' && !rendered.test(file))) return
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(restart, 100) // editors write a file in several steps
  })

function startServer() {
  const started = {}
  started.ended = run(node, ['api/main.ts'], { onSpawn: ({ pid }) => (started.pid = pid) })
  return started
}

/** Builds the rendered pages if they have changed, then starts the server again. A change meanwhile causes another restart. */
async function restart() {
  if (restarting) {
    timer = setTimeout(restart, 100)
    return
  }
  restarting = true
  const files = [...changed]
  changed = new Set()
  console.log(`• ${files[0]} has changed`)
  const isBuilt = !files.some((file) => rendered.test(file)) || (await run(node, ['web/build/build.mjs'])) === 0
  if (!isBuilt) console.log('✗ The web app could not be built. The server keeps running as it was.')
  else {
    try {
      process.kill(-server.pid, 'SIGTERM')
    } catch {
      // it has ended by itself, after an error
    }
    await server.ended
    server = startServer()
  }
  restarting = false
}
