// npm run operator: the command line of operators, with the project's Node and packages. Any Node from 20 on can run this file.
import { install, isBuilt } from './prepare.mjs'
import { operatorProgram } from './product.mjs'
import { run } from './run.mjs'

const node = await install()
// Never builds: that would replace the files of a product that is running. Without a build of these sources it starts slower.
const program = isBuilt('api') ? operatorProgram : 'api/operator.ts'
process.exit(await run(node, [program, ...process.argv.slice(2)]))
