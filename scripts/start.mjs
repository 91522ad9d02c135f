// npm start: installs and builds what has changed, then runs the server. Any Node from 20 on can run this file.
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'

const node = await install()
await build(node)
// The channel closes when we end, even by kill -9; api/main.ts takes that for SIGTERM.
// Left to itself Node lets the youngest part of its memory grow until the process takes twice what it needs.
const flags = ['--max-semi-space-size=4']
process.exit(await run(node, [...flags, 'api/main.ts'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
