import { isTemporary } from '../api/database/errors.ts'
import { runJob } from '../api/testing/drain.ts'
import { type SimulationScene, takeFault } from './action.ts'
import { Crash } from './environment.ts'
import { Fail } from './fail.ts'
import { taskStorage } from './gate.ts'
import { interleaveTasks } from './interleave.ts'

/** One of several concurrent operations, run as the task with this id. */
export type InterleaveLane = (taskId: string) => Promise<unknown>

/** Runs the lanes concurrently; the seed decides the order of their statements. The scene's fault hits the first lane. */
export async function sideBySide(scene: SimulationScene, lanes: readonly InterleaveLane[]): Promise<void> {
  const { environment, server, chance } = scene
  const { fault } = takeFault(scene)
  const begun = lanes.map((lane, index) => {
    const task = environment.openTask(index === 0 ? fault : undefined)
    return { task, run: () => unlessCrashed(environment.orCrash(taskStorage.run(task, () => lane(task.id)))) }
  })
  try {
    await interleaveTasks(chance, server, begun)
  } finally {
    for (const { task } of begun) environment.closeTask(task)
    await environment.recover()
  }
}

const unlessCrashed = (pending: Promise<unknown>) =>
  pending.catch((error) => {
    if (!(error instanceof Crash)) throw error
  })

/** A job as a lane. Temporary errors such as a deadlock are allowed, all others fail the run. */
export const jobLane =
  ({ environment }: SimulationScene, name: string, payload: object, merchantId?: string): InterleaveLane =>
  async () => {
    try {
      await runJob(environment.runtime, name, payload, merchantId)
    } catch (error) {
      if (error instanceof Crash || isTemporary(error)) throw new Crash('The job broke off')
      throw new Fail('jobs', `The job ${name} failed beside another: ${(error as Error).message}`)
    }
  }
