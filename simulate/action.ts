import type { TestUser } from '../api/testing/users.ts'
import { createCaller, type SimulatedCaller } from './calls.ts'
import type { RandomSource } from './chance.ts'
import type { Environment } from './environment.ts'
import { Fail } from './fail.ts'
import type { InjectedFault } from './gate.ts'
import type { SimulatedQueue } from './jobs.ts'
import type { ModelBusiness, ModelPayment, SimulationModel } from './model.ts'
import type { WebhookReceiver } from './receiver.ts'

/** Context of an action: the product, the model and the random source. */
export interface SimulationScene {
  server: string
  environment: Environment
  queue: SimulatedQueue
  model: SimulationModel
  receiver: WebhookReceiver
  chance: RandomSource
  /** Fault to inject. The action passes it to one call with `takeFault`. */
  fault: InjectedFault | undefined
  /** True while email delivery fails. */
  mailIsDown: boolean
  payer: SimulatedCaller
  as(who: TestUser): SimulatedCaller
}

/** Runs one action and records its results in the model. Resolves with a line for the trace, without ids. */
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

/** Takes the fault out of the scene, so that it is injected only once. */
export function takeFault(scene: SimulationScene): { fault: InjectedFault | undefined } {
  const { fault } = scene
  scene.fault = undefined
  return { fault }
}

export const openPayer = (environment: Environment) => createCaller(environment)

/** A random business; undefined before the first one exists. */
export const pickBusiness = ({ model, chance }: SimulationScene): ModelBusiness | undefined =>
  model.businesses.length > 0 ? chance.pick(model.businesses) : undefined

/** A random payment that matches, with its business. */
export function pickPayment(
  { model, chance }: SimulationScene,
  fits: (payment: ModelPayment) => boolean,
): { business: ModelBusiness; payment: ModelPayment } | undefined {
  const found = model.businesses.flatMap((business) =>
    business.payments.filter(fits).map((payment) => ({ business, payment })),
  )
  return found.length > 0 ? chance.pick(found) : undefined
}
