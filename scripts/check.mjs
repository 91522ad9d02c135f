// npm run check: lint, types and architecture tests. Stops at the first failure.
import { spawnSync } from 'node:child_process'
import { typeProjects } from './types.mjs'

const steps = [
  ['Every file is formatted and follows the lint rules', 'biome', ['check', '--error-on-warnings']],
  ...typeProjects.map((project) => [`Types are correct in ${project}`, 'tsc', ['--noEmit', '-p', project]]),
  ['Imports follow the table, every specified path exists, files stay short', 'node', ['--test', 'checks/*.test.ts']],
]

for (const [sentence, command, args] of steps) {
  console.log(`• ${sentence}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`✗ Failed: ${sentence}`)
    process.exit(1)
  }
}
console.log('✓ All of it is true')
