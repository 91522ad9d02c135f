// npm run operator: the review of businesses, with the project's Node and packages. Any Node from 20 on can run this file.
import { install } from './prepare.mjs'
import { run } from './run.mjs'

const node = await install()
process.exit(await run(node, ['api/operator.ts', ...process.argv.slice(2)]))
