import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type MutantSpec, requireMatch, stepsOf } from './mutant.ts'
import { allMutants } from './mutant-list.ts'
import { generatePlan } from './plan.ts'
import { runSimulation } from './simulate.ts'

export interface DetectedMutant {
  check: string
  message: string
  seed: number
}

const child = fileURLToPath(new URL('mutant-run.ts', import.meta.url))
const limitMs = 10 * 60_000

interface Options {
  only: string | undefined
  print(line: string): void
}

/**
 * Runs each mutant with successive seeds until a check fails. Sources are changed only in memory, as Node loads them. Resolves with
 * the number of undetected mutants.
 */
export async function detectMutants(server: string, { only, print }: Options): Promise<number> {
  const chosen = allMutants.filter(({ name }) => only === undefined || name.includes(only))
  for (const mutant of chosen) requireMatch(mutant)
  let missed = 0
  const passes = memory(server)
  print('| fault | found by | seconds | seed |')
  print('|---|---|---|---|')
  for (const mutant of chosen) {
    const begin = Date.now()
    const found = await detectBy(server, mutant, passes, begin + limitMs)
    const seconds = Math.round((Date.now() - begin) / 1000)
    if (!found) missed += 1
    const how = found ? `${found.check}: ${found.message.slice(0, 90)}` : 'NOT FOUND'
    print(`| ${mutant.name} | ${how} | ${seconds} | ${found?.seed ?? ''} |`)
  }
  print(`${chosen.length - missed} of ${chosen.length} faults were found`)
  return missed
}

/** A run that also fails without the mutant proves nothing, so the next seeds are tried. */
async function detectBy(server: string, mutant: MutantSpec, passes: ReturnType<typeof memory>, untilMs: number) {
  for (let seed = mutant.seed ?? 1; ; ) {
    const found = await detect(server, mutant, seed, untilMs - Date.now())
    if (!found || (await passes(mutant, found.seed))) return found
    seed = found.seed + 1
  }
}

/** Whether the unchanged product passes a run; cached, so that each run is executed once. */
function memory(server: string) {
  const known = new Map<string, Promise<boolean>>()
  return (mutant: MutantSpec, seed: number) => {
    const key = `${mutant.theme} ${seed} ${stepsOf(mutant)}`
    const passes =
      known.get(key) ??
      runSimulation(server, generatePlan(seed, stepsOf(mutant), mutant.theme)).then(
        ({ failure }) => failure === undefined,
      )
    known.set(key, passes)
    return passes
  }
}

function detect(server: string, mutant: MutantSpec, seed: number, forMs: number): Promise<DetectedMutant | undefined> {
  return new Promise((resolve) => {
    const run = fork(child, {
      env: { ...process.env, SIMULATION_SERVER: server, MUTANT: mutant.name, FIRST_SEED: String(seed) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const timer = setTimeout(() => run.kill('SIGKILL'), Math.max(0, forMs))
    let found: DetectedMutant | undefined
    run.on('message', (message) => {
      found = message as DetectedMutant
    })
    run.on('exit', () => {
      clearTimeout(timer)
      resolve(found)
    })
  })
}
