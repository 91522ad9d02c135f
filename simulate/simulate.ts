import { createHash } from 'node:crypto'
import { openPayer, type SimulationScene } from './action.ts'
import { endMailOutage, passUntilQuiet } from './actions/time.ts'
import { createCaller } from './calls.ts'
import { createRandom } from './chance.ts'
import { databaseName, openEnvironment } from './environment.ts'
import { Fail } from './fail.ts'
import { bankState } from './gate.ts'
import { openQueue } from './jobs.ts'
import { newModel } from './model.ts'
import { type SimulationPlan, simulationActions } from './plan.ts'
import { dropDatabase } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import { verifyEnd, verifyLedger, verifyPages } from './verify.ts'

export interface SimulationRun {
  /** One line for each step; identical for the same plan. */
  trace: readonly string[]
  hash: string
  /** The violation and its step; undefined if there was none. */
  failure: { step: number; check: string; message: string } | undefined
  crashes: number
  restores: number
}

/** Interval of the page checks, in steps: after every step they would take a hundred times as long. */
const pagesEvery = 9

/** Runs a plan on a new database. */
export async function runSimulation(
  server: string,
  plan: SimulationPlan,
  report: (line: string) => void = () => {},
): Promise<SimulationRun> {
  const environment = await openEnvironment(server, new Date(plan.startAt))
  const receiver = await openReceiver()
  const model = newModel()
  const scene: SimulationScene = {
    server,
    environment,
    queue: openQueue(environment),
    model,
    receiver,
    chance: createRandom(plan.seed),
    fault: undefined,
    mailIsDown: false,
    payer: openPayer(environment),
    as: (who) => createCaller(environment, who),
  }
  bankState.isSilent = false
  const trace: string[] = []
  const databases = new Set([environment.databaseUrl])
  let failure: SimulationRun['failure']
  let index = 0
  try {
    for (const step of plan.steps) {
      environment.forward(1_000)
      scene.chance = createRandom(step.seed)
      scene.fault = step.fault && { ...step.fault }
      const line = await simulationActions[step.name](scene)
      databases.add(environment.databaseUrl)
      trace.push(`${step.name}${step.fault ? ` (${step.fault.kind} at ${step.fault.at})` : ''}: ${line}`)
      report(trace.at(-1)!)
      await verifyLedger(scene)
      if (index % pagesEvery === pagesEvery - 1) await verifyPages(scene)
      index += 1
    }
    await endMailOutage(scene)
    await passUntilQuiet(scene)
    await verifyLedger(scene)
    await verifyPages(scene)
    await verifyEnd(
      scene,
      plan.steps.every(({ fault, name }) => !fault && name !== 'crash' && name !== 'mail'),
    )
  } catch (error) {
    const { check = 'fault', message, stack } = error as Fail
    failure = { step: index, check, message: error instanceof Fail ? message : (stack ?? message) }
  } finally {
    await environment.close()
    await receiver.close()
    for (const url of databases) await dropDatabase(server, databaseName(url))
  }
  const { crashes, restores } = environment
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16)
  return { trace, hash, failure, crashes, restores }
}
