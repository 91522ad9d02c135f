import { parseArgs } from 'node:util'
import { requireMatch } from '../simulate/mutant.ts'
import { openServer } from '../simulate/postgres.ts'
import { openCopy } from './copy.ts'
import { detectMutants } from './detect.ts'
import { allMutants } from './mutant-list.ts'

// npm run mutate -- --only WORDS: breaks each item of the specification in a copy of the product, and lists what no test noticed.
// WORDS are part of a mutant's item or name; --only may be repeated. --no-stories runs only the tests without a browser.
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    'no-stories': { type: 'boolean', default: false },
  },
})
const chosen = allMutants.filter(({ name, item }) => values.only.some((words) => `[${item}] ${name}`.includes(words)))
for (const mutant of chosen) requireMatch(mutant)
if (chosen.length === 0) {
  console.error(`✗ No mutant has ${values.only.join(' or ')} in its item or name`)
  process.exit(1)
}

const copy = openCopy()
process.on('exit', copy.close)
const postgres = await openServer()
try {
  const missed = await detectMutants(chosen, {
    copy,
    databaseUrl: postgres.url,
    hasStories: !values['no-stories'],
    print: (line) => console.log(line),
  })
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  await postgres.stop()
}
