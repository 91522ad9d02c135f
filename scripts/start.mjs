// npm start: installs and builds what has changed, then runs the server. Any Node from 20 on can run this file.
import { build, install } from './prepare.mjs'
import { environment, program } from './product.mjs'
import { run } from './run.mjs'

const node = await install()
await build(node)
// The IPC channel closes when this process ends, even by kill -9; api/main.ts handles that like SIGTERM.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exit(await run(node, [program], { stdio, env: environment }))
