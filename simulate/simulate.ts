import { createHash } from 'node:crypto'
import { payerOf, type Scene } from './action.ts'
import { mailIsBack, passUntilQuiet } from './actions/time.ts'
import { callerOf } from './calls.ts'
import { chanceOf } from './chance.ts'
import { Fail } from './fail.ts'
import { bank } from './gate.ts'
import { openQueue } from './jobs.ts'
import { newModel } from './model.ts'
import { actions, type Plan } from './plan.ts'
import { dropDatabase } from './postgres.ts'
import { openReceiver } from './receiver.ts'
import { verifyBooks, verifyEnd, verifyPages } from './verify.ts'
import { nameOf, openWorld } from './world.ts'

export interface Run {
  /** One line for each step, the same for the same plan. */
  trace: readonly string[]
  hash: string
  /** What was wrong, and after which step; undefined where all was right. */
  failure: { step: number; check: string; message: string } | undefined
  crashes: number
  restores: number
}

/** So often the pages are compared too: after each step would take a hundred times as long. */
const pagesEvery = 9

/** Lives a plan through, on a database of its own. `until`: the step to stop after. */
export async function simulate(server: string, plan: Plan, tell: (line: string) => void = () => {}): Promise<Run> {
  const world = await openWorld(server, new Date(plan.startAt))
  const receiver = await openReceiver()
  const model = newModel()
  const scene: Scene = {
    server,
    world,
    queue: openQueue(world),
    model,
    receiver,
    chance: chanceOf(plan.seed),
    fault: undefined,
    mailIsDown: false,
    payer: payerOf(world),
    as: (who) => callerOf(world, who),
  }
  bank.isSilent = false
  const trace: string[] = []
  const databases = new Set([world.databaseUrl])
  let failure: Run['failure']
  let place = 0
  try {
    for (const step of plan.steps) {
      world.forward(1_000)
      scene.chance = chanceOf(step.seed)
      scene.fault = step.fault && { ...step.fault }
      const line = await actions[step.name](scene)
      databases.add(world.databaseUrl)
      trace.push(`${step.name}${step.fault ? ` (${step.fault.kind} at ${step.fault.at})` : ''}: ${line}`)
      tell(trace.at(-1)!)
      await verifyBooks(scene)
      if (place % pagesEvery === pagesEvery - 1) await verifyPages(scene)
      place += 1
    }
    await mailIsBack(scene)
    await passUntilQuiet(scene)
    await verifyBooks(scene)
    await verifyPages(scene)
    await verifyEnd(
      scene,
      plan.steps.every(({ fault, name }) => !fault && name !== 'crash' && name !== 'mail'),
    )
  } catch (error) {
    const { check = 'fault', message, stack } = error as Fail
    failure = { step: place, check, message: error instanceof Fail ? message : (stack ?? message) }
  } finally {
    await world.close()
    await receiver.close()
    for (const url of databases) await dropDatabase(server, nameOf(url))
  }
  const { crashes, restores } = world
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16)
  return { trace, hash, failure, crashes, restores }
}
