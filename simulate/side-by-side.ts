import { isTemporary } from '../api/database/errors.ts'
import { runJob } from '../api/testing/drain.ts'
import { type Scene, takeFault } from './action.ts'
import { Fail } from './fail.ts'
import { tasks } from './gate.ts'
import { interleave } from './interleave.ts'
import { Crash } from './world.ts'

/** One of several things that are done at once, as the task of this id. */
export type Lane = (taskId: string) => Promise<unknown>

/** Does them at the same time, each statement of each in an order that the seed decides. The fault of the scene hits the first. */
export async function sideBySide(scene: Scene, lanes: readonly Lane[]): Promise<void> {
  const { world, server, chance } = scene
  const { fault } = takeFault(scene)
  const begun = lanes.map((lane, index) => {
    const task = world.openTask(index === 0 ? fault : undefined)
    return { task, run: () => unlessCrashed(world.orCrash(tasks.run(task, () => lane(task.id)))) }
  })
  try {
    await interleave(chance, server, begun)
  } finally {
    for (const { task } of begun) world.closeTask(task)
    await world.recover()
  }
}

const unlessCrashed = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (!(error instanceof Crash)) throw error
  })

/** A job that runs as one of several. It may break off for what passes, as a deadlock does, and for nothing else. */
export const jobLane =
  ({ world }: Scene, name: string, payload: object, merchantId?: string): Lane =>
  async () => {
    try {
      await runJob(world.runtime, name, payload, merchantId)
    } catch (error) {
      if (error instanceof Crash || isTemporary(error)) throw new Crash('The job broke off')
      throw new Fail('jobs', `The job ${name} failed beside another: ${(error as Error).message}`)
    }
  }
