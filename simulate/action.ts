import type { Person } from '../api/testing/people.ts'
import { type Caller, callerOf } from './calls.ts'
import type { Chance } from './chance.ts'
import { Fail } from './fail.ts'
import type { Fault } from './gate.ts'
import type { Queue } from './jobs.ts'
import type { Business, Model, Payment } from './model.ts'
import type { Receiver } from './receiver.ts'
import type { World } from './world.ts'

/** What an action works with. */
export interface Scene {
  server: string
  world: World
  queue: Queue
  model: Model
  receiver: Receiver
  chance: Chance
  /** What goes wrong meanwhile. An action uses it up at the call it is meant for. */
  fault: Fault | undefined
  /** Whether mail cannot be delivered just now. */
  mailIsDown: boolean
  payer: Caller
  as(who: Person): Caller
}

/** Does one thing, writes down in the model what it was told, and answers a line for the trace, without ids. */
export type Action = (scene: Scene) => Promise<string>

export function expect(check: string, isTrue: boolean, message: () => string): void {
  if (!isTrue) throw new Fail(check, message())
}

export const same = (check: string, what: string, is: unknown, shouldBe: unknown) =>
  expect(
    check,
    JSON.stringify(is) === JSON.stringify(shouldBe),
    () => `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(shouldBe)}`,
  )

/** The fault of the scene, once. */
export function takeFault(scene: Scene): { fault: Fault | undefined } {
  const { fault } = scene
  scene.fault = undefined
  return { fault }
}

export const payerOf = (world: World) => callerOf(world)

/** One of the businesses there are; undefined before the first. */
export const someBusiness = ({ model, chance }: Scene): Business | undefined =>
  model.businesses.length > 0 ? chance.pick(model.businesses) : undefined

/** One of the payments that fit, with its business. */
export function somePayment(
  { model, chance }: Scene,
  fits: (payment: Payment) => boolean,
): { business: Business; payment: Payment } | undefined {
  const found = model.businesses.flatMap((business) =>
    business.payments.filter(fits).map((payment) => ({ business, payment })),
  )
  return found.length > 0 ? chance.pick(found) : undefined
}
