import type { FastifyInstance } from 'fastify'
import type { Control } from './control.ts'
import { actionNames, runAction } from './control-actions.ts'
import { renderOverview } from './overview-html.ts'
import type { Simulation } from './simulation.ts'

/** Serves the control: `POST /control/<action>` for programs, and a page with buttons for people. */
export function serveControl(app: FastifyInstance, simulation: Simulation, control: Control): void {
  for (const name of actionNames)
    app.post(`/control/${name}`, async ({ body }, reply) => {
      try {
        return { result: (await runAction(control, name, body)) ?? null }
      } catch (error) {
        return reply.code(422).send({ error: (error as Error).message })
      }
    })
  app.get('/control/violations', () => control.readViolations())
  app.get('/control/requests', () => control.readRequests())
  app.get('/control/events', () => control.readDeliveries())
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(renderOverview(simulation)))
  app.post<{ Body: { run?: string } }>('/', async ({ body }, reply) => {
    try {
      const [name, input] = JSON.parse(body?.run ?? '[]') as [string, unknown]
      await runAction(control, name, input)
      return reply.redirect('/', 303)
    } catch (error) {
      return reply
        .code(422)
        .type('text/plain; charset=utf-8')
        .send((error as Error).message)
    }
  })
}
