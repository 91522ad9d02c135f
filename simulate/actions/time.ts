import { rename, rm, writeFile } from 'node:fs/promises'
import { asOneClient } from '../../api/database/one-client.ts'
import { mailFolder } from '../../api/emails/deliver.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts'
import { type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import { checkAttemptsInTime } from '../checks/events.ts'
import { checkSettlementsCreated } from '../checks/settlements.ts'
import { dayAfter, toInstant, toLagosDay } from '../days.ts'
import { bankState } from '../gate.ts'

const maxFailingMs = 40 * hourMs

/** Moves the clock and runs all scheduled jobs and due jobs. */
export async function passTime(scene: SimulationScene, to: Date): Promise<void> {
  const { environment, queue, chance, receiver } = scene
  // Recovers in time: an endpoint that fails for three days is disabled, which no action expects.
  if (to.getTime() - (receiver.failsSince ?? to.getTime()) > maxFailingMs) receiver.status = 200
  if (receiver.status === 200) receiver.failsSince = undefined
  const from = environment.now()
  environment.forward(Math.max(0, to.getTime() - from.getTime()))
  await queue.runScheduled(chance, from, takeFault(scene).fault)
  await queue.run(chance)
}

export const aMinute: SimulationAction = async (scene) => {
  const minutes = scene.chance.pick([1, 1, 2, 5, 40])
  await passTime(scene, new Date(scene.environment.now().getTime() + minutes * minuteMs))
  return `${minutes} minutes pass`
}

/** Moves to the next 01:10 in Lagos, when settlements are created, and then to 09:30, when they are paid. */
export async function passMorning(scene: SimulationScene): Promise<void> {
  const { environment } = scene
  const today = toLagosDay(environment.now())
  const day = environment.now() < toInstant(today, 1) ? today : dayAfter(today)
  await passTime(scene, toInstant(day, 1.2))
  await passTime(scene, toInstant(day, 9.5))
  await passTime(scene, new Date(environment.now().getTime() + 2 * minuteMs))
  await asOneClient(environment.databaseUrl, (db) =>
    checkSettlementsCreated(db, environment.now(), { bankIsSilent: bankState.isSilent }),
  )
}

export const aMorning: SimulationAction = async (scene) => {
  await passMorning(scene)
  return `it is the morning of ${toLagosDay(scene.environment.now())}`
}

export const aWeek: SimulationAction = async (scene) => {
  const days = scene.chance.between(3, 6)
  for (let day = 0; day < days; day++) await passMorning(scene)
  return `${days} days pass`
}

/** The product is off for a month; at its start everything that became due meanwhile runs once. */
export const aMonth: SimulationAction = async (scene) => {
  await passTime(scene, new Date(scene.environment.now().getTime() + 31 * dayMs))
  return 'a month passes at once'
}

/** Moves to just before or after midnight in Lagos, the boundary of daily stats. */
export const passMidnight: SimulationAction = async (scene) => {
  const { environment, chance } = scene
  const next = toInstant(dayAfter(toLagosDay(environment.now())))
  await passTime(scene, new Date(next.getTime() + (chance.is(0.5) ? -1 : 1) * chance.between(1, 3_000)))
  return `it is ${environment.now().toISOString().slice(0, 16)}`
}

export const jobsNow: SimulationAction = async (scene) => {
  const done = await scene.queue.run(scene.chance, takeFault(scene).fault)
  return `${done > 0 ? 'some' : 'no'} jobs are done`
}

export const crashServer: SimulationAction = async ({ environment }) => {
  await environment.crash()
  return 'the process ends and begins again'
}

export const restoreBackupAction: SimulationAction = async ({ environment }) => {
  await environment.restore()
  return 'the database is restored from its rows'
}

/** Switches email delivery off or on. */
export const toggleMailOutage: SimulationAction = async (scene) => {
  const folder = mailFolder(scene.environment.runtime.config)
  if (scene.mailIsDown) await endMailOutage(scene)
  else {
    await rename(folder, `${folder}.kept`).catch(() => {})
    await writeFile(folder, 'No room here')
    scene.mailIsDown = true
  }
  return scene.mailIsDown ? 'mail is down' : 'mail is back'
}

export async function endMailOutage(scene: SimulationScene): Promise<void> {
  if (!scene.mailIsDown) return
  const folder = mailFolder(scene.environment.runtime.config)
  await rm(folder, { force: true })
  await rename(`${folder}.kept`, folder).catch(() => {})
  scene.mailIsDown = false
}

/** Switches the merchants' webhook server between failing and working. */
export const toggleMerchantServer: SimulationAction = async ({ receiver, chance, environment }) => {
  receiver.status = receiver.status === 200 ? chance.pick([500, 503]) : 200
  receiver.failsSince = receiver.status === 200 ? undefined : environment.now().getTime()
  return `the merchants’ server answers ${receiver.status}`
}

/** Ends all outages and moves the clock until all retries are done. */
export async function passUntilQuiet(scene: SimulationScene): Promise<void> {
  const { environment, receiver } = scene
  receiver.status = 200
  bankState.isSilent = false
  scene.fault = undefined
  await passTime(scene, environment.now())
  for (const minutes of [6, 45, 180, 400]) {
    await passTime(scene, new Date(environment.now().getTime() + minutes * minuteMs))
    await checkAttemptsInTime(scene)
  }
  await passMorning(scene)
}
