// npm run dev: restarts the server when api/ or contract/ change, and rebuilds the web app when its sources change.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, install } from './prepare.mjs'
import { root, run } from './run.mjs'

const node = await install()
await buildWeb(node)
run(node, ['--watch', '--watch-preserve-output', 'api/main.ts']).then((code) => process.exit(code))

let due
let building = false
for (const folder of ['web', 'contract']) {
  watch(join(root, folder), { recursive: true }, (_, path) => {
    if (path?.split('/').includes('dist')) return
    clearTimeout(due)
    due = setTimeout(rebuild, 100) // editors write a file in several steps
  })
}

async function rebuild() {
  if (building) {
    due = setTimeout(rebuild, 100)
    return
  }
  building = true
  const code = await run(node, ['build.mjs'], { cwd: join(root, 'web') })
  building = false
  console.log(code === 0 ? '• The web app is built again' : '✗ The web app could not be built')
}
