// npm run check: lint, types and architecture tests. Stops at the first failure.
import { spawnSync } from 'node:child_process'

const steps = [
  ['Every file is formatted and follows the lint rules', 'biome', ['check', '--error-on-warnings']],
  ['Every type holds', 'tsc', ['--noEmit']],
  ['The API uses nothing that only a browser has', 'tsc', ['--noEmit', '-p', 'api']],
  ['Imports follow the table, every specified path exists, files stay short', 'node', ['--test', 'checks/*.test.ts']],
]

for (const [sentence, command, args] of steps) {
  console.log(`• ${sentence}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`✗ Not so: ${sentence.toLowerCase()}`)
    process.exit(1)
  }
}
console.log('✓ All of it is true')
