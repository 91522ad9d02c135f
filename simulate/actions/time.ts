import { rename, rm, writeFile } from 'node:fs/promises'
import { mailFolder } from '../../api/emails/deliver.ts'
import { type Action, type Scene, takeFault } from '../action.ts'
import { attemptsInTime } from '../checks/events.ts'
import { gathered } from '../checks/settlements.ts'
import { dayAfter, dayOf, instantOf } from '../days.ts'
import { bank } from '../gate.ts'
import { on } from '../postgres.ts'

const minuteMs = 60_000
const mostFailingMs = 40 * 3_600_000

/** Time passes, and what it brings is done. */
export async function pass(scene: Scene, to: Date): Promise<void> {
  const { world, queue, chance, receiver } = scene
  // A server that fails for three days is not told any more: none of these does.
  if (to.getTime() - (receiver.failsSince ?? to.getTime()) > mostFailingMs) receiver.status = 200
  if (receiver.status === 200) receiver.failsSince = undefined
  const from = world.now()
  world.forward(Math.max(0, to.getTime() - from.getTime()))
  await queue.sweep(chance, from, takeFault(scene).fault)
  await queue.run(chance)
}

export const aMinute: Action = async (scene) => {
  const minutes = scene.chance.pick([1, 1, 2, 5, 40])
  await pass(scene, new Date(scene.world.now().getTime() + minutes * minuteMs))
  return `${minutes} minutes pass`
}

/** The next time it is ten past one in Lagos, when takings are gathered, and then half past nine, when they are paid. */
export async function morning(scene: Scene): Promise<void> {
  const { world } = scene
  const today = dayOf(world.now())
  const day = world.now() < instantOf(today, 1) ? today : dayAfter(today)
  await pass(scene, instantOf(day, 1.2))
  await pass(scene, instantOf(day, 9.5))
  await pass(scene, new Date(world.now().getTime() + 2 * minuteMs))
  await on(world.databaseUrl, (db) => gathered(db, world.now()))
}

export const aMorning: Action = async (scene) => {
  await morning(scene)
  return `it is the morning of ${dayOf(scene.world.now())}`
}

export const aWeek: Action = async (scene) => {
  const days = scene.chance.between(3, 6)
  for (let day = 0; day < days; day++) await morning(scene)
  return `${days} days pass`
}

/** Just before or after midnight in Lagos, where a day's figures part from the next one's. */
export const midnight: Action = async (scene) => {
  const { world, chance } = scene
  const next = instantOf(dayAfter(dayOf(world.now())))
  await pass(scene, new Date(next.getTime() + (chance.is(0.5) ? -1 : 1) * chance.between(1, 3_000)))
  return `it is ${world.now().toISOString().slice(0, 16)}`
}

export const jobsNow: Action = async (scene) => {
  const done = await scene.queue.run(scene.chance, takeFault(scene).fault)
  return `${done > 0 ? 'some' : 'no'} jobs are done`
}

export const crash: Action = async ({ world }) => {
  await world.crash()
  return 'the process ends and begins again'
}

export const restore: Action = async ({ world }) => {
  await world.restore()
  return 'the database is restored from its rows'
}

/** Mail cannot be delivered for a while, or can again. */
export const mail: Action = async (scene) => {
  const folder = mailFolder(scene.world.runtime.config)
  if (scene.mailIsDown) await mailIsBack(scene)
  else {
    await rename(folder, `${folder}.kept`).catch(() => {})
    await writeFile(folder, 'No room here')
    scene.mailIsDown = true
  }
  return scene.mailIsDown ? 'mail is down' : 'mail is back'
}

export async function mailIsBack(scene: Scene): Promise<void> {
  if (!scene.mailIsDown) return
  const folder = mailFolder(scene.world.runtime.config)
  await rm(folder, { force: true })
  await rename(`${folder}.kept`, folder).catch(() => {})
  scene.mailIsDown = false
}

/** The server of the merchants fails for a while, or works again. */
export const merchantServer: Action = async ({ receiver, chance, world }) => {
  receiver.status = receiver.status === 200 ? chance.pick([500, 503]) : 200
  receiver.failsSince = receiver.status === 200 ? undefined : world.now().getTime()
  return `the merchants’ server answers ${receiver.status}`
}

/** Everything works again, and so much time passes that whatever is retried has been. */
export async function passUntilQuiet(scene: Scene): Promise<void> {
  const { world, receiver } = scene
  receiver.status = 200
  bank.isSilent = false
  scene.fault = undefined
  await pass(scene, world.now())
  for (const minutes of [6, 45, 180, 400]) {
    await pass(scene, new Date(world.now().getTime() + minutes * minuteMs))
    await attemptsInTime(scene)
  }
  await morning(scene)
}
