// npm run check: lint, types and architecture tests. Stops at the first failure.
import { spawnSync } from 'node:child_process'
import { checkArguments, typeProjects } from './types.mjs'

const steps = [
  ['Format and lint', 'biome', ['check', '--error-on-warnings']],
  ...typeProjects.map((project) => [
    `Types of ${project === '.' ? 'tests and tools' : project}`,
    'tsc',
    checkArguments(project),
  ]),
  ['Rules of the code: imports, layers, lengths, documents', 'node', ['--test', 'checks/*.test.ts']],
]

for (const [sentence, command, args] of steps) {
  console.log(`• ${sentence}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`✗ Failed: ${sentence}`)
    process.exit(1)
  }
}
console.log('✓ All checks passed')
