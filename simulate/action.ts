import type { TestUser } from '../api/testing/users.ts'
import { createCaller, type SimulatedCaller } from './calls.ts'
import type { RandomSource } from './chance.ts'
import type { Environment } from './environment.ts'
import { Fail } from './fail.ts'
import type { InjectedFault } from './gate.ts'
import type { SimulatedQueue } from './jobs.ts'
import type { ModelBusiness, ModelPayment, SimulationModel } from './model.ts'
import type { WebhookReceiver } from './receiver.ts'

/** What an action works with. */
export interface SimulationScene {
  server: string
  environment: Environment
  queue: SimulatedQueue
  model: SimulationModel
  receiver: WebhookReceiver
  chance: RandomSource
  /** What goes wrong meanwhile. An action uses it up at the call it is meant for. */
  fault: InjectedFault | undefined
  /** Whether mail cannot be delivered just now. */
  mailIsDown: boolean
  payer: SimulatedCaller
  as(who: TestUser): SimulatedCaller
}

/** Does one thing, writes down in the model what it was told, and answers a line for the trace, without ids. */
export type SimulationAction = (scene: SimulationScene) => Promise<string>

export function assertThat(check: string, isTrue: boolean, message: () => string): void {
  if (!isTrue) throw new Fail(check, message())
}

export const assertSame = (check: string, what: string, is: unknown, shouldBe: unknown) =>
  assertThat(
    check,
    JSON.stringify(is) === JSON.stringify(shouldBe),
    () => `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(shouldBe)}`,
  )

/** The fault of the scene, once. */
export function takeFault(scene: SimulationScene): { fault: InjectedFault | undefined } {
  const { fault } = scene
  scene.fault = undefined
  return { fault }
}

export const openPayer = (environment: Environment) => createCaller(environment)

/** One of the businesses there are; undefined before the first. */
export const someBusiness = ({ model, chance }: SimulationScene): ModelBusiness | undefined =>
  model.businesses.length > 0 ? chance.pick(model.businesses) : undefined

/** One of the payments that fit, with its business. */
export function somePayment(
  { model, chance }: SimulationScene,
  fits: (payment: ModelPayment) => boolean,
): { business: ModelBusiness; payment: ModelPayment } | undefined {
  const found = model.businesses.flatMap((business) =>
    business.payments.filter(fits).map((payment) => ({ business, payment })),
  )
  return found.length > 0 ? chance.pick(found) : undefined
}
