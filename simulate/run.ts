import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { minuteMs } from '../contract/durations.ts'
import { buildWeb } from '../scripts/prepare.mjs'
import { detectMutants } from './mutants.ts'
import { generatePlan, type SimulationPlan, themeNames } from './plan.ts'
import { openServer } from './postgres.ts'
import { shrinkPlan } from './shrink.ts'
import { runSimulation, type SimulationRun } from './simulate.ts'

// npm run simulate -- --seed N --minutes M: runs seeds from N on for M minutes.
// --theme NAME, --steps S; --replay FILE repeats one plan; --mutants checks that every mutant is detected.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    theme: { type: 'string' },
    replay: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

function readInteger(name: 'seed' | 'minutes' | 'steps', from: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= from) return number
  console.error(`✗ --${name} is "${values[name]}"; it must be a whole number from ${from}`)
  process.exit(1)
}

const [seed, minutes, steps] = [readInteger('seed', 0), readInteger('minutes', 0), readInteger('steps', 5)]
if (values.theme !== undefined && !themeNames.includes(values.theme)) {
  console.error(`✗ --theme is "${values.theme}"; it may be ${themeNames.join(', ')}`)
  process.exit(1)
}

// A job checks the scripts of the checkout that was built.
await buildWeb(process.execPath)
const { url, stop } = await openServer()
try {
  process.exitCode = values.mutants ? await mutants() : values.replay ? await replay(values.replay) : await seeds()
} finally {
  await stop()
}

async function mutants(): Promise<number> {
  const missed = await detectMutants(url, { only: values.only, print: (line) => console.log(line) })
  return missed === 0 ? 0 : 1
}

async function replay(file: string): Promise<number> {
  const plan = JSON.parse(readFileSync(file, 'utf8')) as SimulationPlan
  const run = await runSimulation(url, plan, (line) => console.log(line))
  console.log(run.failure ? `✗ ${run.failure.check}: ${run.failure.message}` : `✓ ${run.hash}`)
  return run.failure ? 1 : 0
}

async function seeds(): Promise<number> {
  const until = Date.now() + minutes * minuteMs
  let [done, finishedRuns, failures, crashes] = [0, 0, 0, 0]
  for (let at = seed; done === 0 || Date.now() < until; at++) {
    const plan = generatePlan(at, steps, values.theme)
    const run = await runSimulation(url, plan, values.verbose ? (line) => console.log(`  ${line}`) : undefined)
    done += 1
    finishedRuns += run.trace.length
    crashes += run.crashes
    if (run.failure) {
      failures += 1
      await reportFailure(plan, run)
    } else console.log(`✓ seed ${at}: ${run.trace.length} steps, ${run.crashes} crashes, trace ${run.hash}`)
  }
  console.log(`${done} seeds, ${finishedRuns} steps, ${crashes} crashes, ${failures} failures`)
  return failures === 0 ? 0 : 1
}

async function reportFailure(plan: SimulationPlan, run: SimulationRun): Promise<void> {
  const { check, message } = run.failure!
  console.log(`✗ seed ${plan.seed}: ${check}: ${message}`)
  const { plan: short, run: last } = await shrinkPlan(url, plan, run)
  const file = join(tmpdir(), `simulation-${plan.seed}.json`)
  writeFileSync(file, JSON.stringify(short, null, 1))
  console.log(`  shortened from ${plan.steps.length} to ${short.steps.length} steps:`)
  for (const line of last.trace) console.log(`    ${line}`)
  console.log(`  ${last.failure!.message}`)
  console.log(`  again with: npm run simulate -- --seed ${plan.seed} --steps ${plan.steps.length} or --replay ${file}`)
}
