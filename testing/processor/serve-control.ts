import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { EventRule, type EventRuleInput } from './events.ts'
import { Fault, type FaultInput } from './faults.ts'
import type { Delivery, EventOptions } from './post-events.ts'
import type { LoggedRequest, Recorder, Violation } from './serve-request.ts'

/** The part of the control that every simulator has: faults of the network, and what was recorded. */
export const createRecorderControl = ({ faults, events, violations, requests }: Recorder) => ({
  addFault: (fault: FaultInput): void => faults.addFault(fault),
  clearFaults: (): void => faults.clearFaults(),
  endPauses: (): void => faults.endPauses(),
  addEventRule: (rule: EventRuleInput): void => events.addEventRule(rule),
  releaseEvents: (order?: { isInOrder?: boolean }): Promise<void> => events.releaseEvents(order),
  /** Resolves when the events of all answered requests had their first attempt. */
  waitForEvents: (): Promise<void> => events.waitForEvents(),
  setEventsUrl: ({ url }: { url: EventOptions['eventsUrl'] }): void => events.setEventsUrl(url),
  readViolations: (): readonly Violation[] => violations,
  readRequests: (): readonly LoggedRequest[] => requests,
  readDeliveries: (): readonly Delivery[] => events.deliveries,
})
type RecorderControl = ReturnType<typeof createRecorderControl>

export interface Action<Control> {
  handle(control: Control, body: unknown): unknown
}

/** Returns a function that defines the actions of a control: the body each takes, and its effect. */
export const actionsOf =
  <Control>() =>
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    run: (control: Control, input: z.output<Schema>) => unknown,
  ): Action<Control> => ({ handle: (control, body) => run(control, schema.parse(body)) })

const defineAction = actionsOf<RecorderControl>()
const recorderActions = {
  faults: defineAction(Fault, (control, input) => control.addFault(input)),
  'clear-faults': defineAction(z.optional(z.nullable(z.strictObject({}))), (control) => control.clearFaults()),
  'end-pauses': defineAction(z.optional(z.nullable(z.strictObject({}))), (control) => control.endPauses()),
  'event-rules': defineAction(EventRule, (control, input) => control.addEventRule(input)),
  'release-events': defineAction(z.strictObject({ isInOrder: z.optional(z.boolean()) }), (control, input) =>
    control.releaseEvents({ isInOrder: input.isInOrder ?? true }),
  ),
  'events-url': defineAction(z.strictObject({ url: z.url() }), (control, input) => control.setEventsUrl(input)),
}

interface ServedControl<Control> {
  control: Control
  /** By name. */
  actions: Record<string, Action<Control>>
  renderOverview(): string
}

/** Serves the control: `POST /control/<action>` for programs, and a page with buttons for people. */
export function serveControl<Control extends RecorderControl>(
  app: FastifyInstance,
  { control, actions, renderOverview }: ServedControl<Control>,
): void {
  const all: Record<string, Action<Control>> = { ...actions, ...recorderActions }
  for (const [name, action] of Object.entries(all))
    app.post(`/control/${name}`, async ({ body }, reply) => {
      try {
        return { result: (await action.handle(control, body)) ?? null }
      } catch (error) {
        return reply.code(422).send({ error: (error as Error).message })
      }
    })
  app.get('/control/violations', () => control.readViolations())
  app.get('/control/requests', () => control.readRequests())
  app.get('/control/events', () => control.readDeliveries())
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(renderOverview()))
  app.post<{ Body: { run?: string } }>('/', async ({ body }, reply) => {
    try {
      const [name, input] = JSON.parse(body?.run ?? '[]') as [string, unknown]
      const action = Object.hasOwn(all, name) ? all[name] : undefined
      if (!action) throw new Error(`There is no action ${name}`)
      await action.handle(control, input)
      return reply.redirect('/', 303)
    } catch (error) {
      return reply
        .code(422)
        .type('text/plain; charset=utf-8')
        .send((error as Error).message)
    }
  })
}
