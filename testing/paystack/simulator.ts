import { createEvents } from '../processor/events.ts'
import { createFaults } from '../processor/faults.ts'
import { createSimulatorApp, listen } from '../processor/open-app.ts'
import type { EventOptions } from '../processor/post-events.ts'
import { serveControl } from '../processor/serve-control.ts'
import { askApproval } from './approvals.ts'
import { type Control, createControl } from './control.ts'
import { actions } from './control-actions.ts'
import { serveHostedPage } from './hosted-page.ts'
import { createIntegration, type Domain } from './integration.ts'
import { createLimits } from './limits.ts'
import { renderOverview } from './overview-html.ts'
import { tamperEvent } from './paystack-event.ts'
import { routes } from './routes.ts'
import { serveOperation } from './serve-operation.ts'
import { createSettler } from './settle-later.ts'
import type { Simulation } from './simulation.ts'
import { serveUploads } from './uploads.ts'

export interface SimulatorOptions {
  /** 0 for any free port. */
  port: number
  /** Address that events are posted to: one for both modes, or one for each. Without it none are sent. */
  eventsUrl?: EventOptions['eventsUrl']
  secretKeys?: Record<Domain, string>
  /** Whether card numbers are accepted; by default they are not. */
  acceptsCards?: boolean
  /** Callback URL of Paystack's dashboard. */
  callbackUrl?: string
  /** Address that approves transfers, set in Paystack's dashboard. */
  approvalUrl?: string | undefined
  /** Whether Paystack's limits of requests apply; by default they do. */
  hasLimits?: boolean
  /** Balance at the start, in kobo. */
  balanceKobo?: number
  /** Clock of the merchant's tests; the wall clock by default. */
  now?: () => Date
  retryDelaysMs?: readonly number[]
  /** Time after which transfers, refunds, direct debits and mandates succeed by themselves. By default only the control settles them. */
  settleAfterMs?: number
}

export interface PaystackSimulator {
  /** Without a slash at the end. */
  url: string
  secretKeys: Record<Domain, string>
  control: Control
  close(): Promise<void>
}

const defaultKeys = { test: 'sk_test_paystack_simulator', live: 'sk_live_paystack_simulator' }

/**
 * Paystack's HTTP API, written from its published description: it validates each request against that description, keeps
 * transactions, refunds and transfers in memory, and sends signed events. `control` simulates payers, banks and faults; the same
 * actions are at `POST /control/…`.
 *
 * Not published, and therefore assumed: an expired account number makes its transaction `abandoned`; a late or second transfer is
 * rejected with `ACCOUNT_EXPIRED` or `DUPLICATE`; a wrong one-time password ends the charge; `refund.needs-attention` is an event; the
 * page of a card's bank leads to the dashboard's callback URL; a response to a step of a card that the bank declines ends the charge; the
 * hosted page also sends a payer back who declines or cancels; a declined dispute awaits the bank; which refunds a settlement deducts;
 * and the HTTP statuses of errors other than 401 and 429.
 */
export async function openPaystackSimulator(options: SimulatorOptions): Promise<PaystackSimulator> {
  const { balanceKobo = 10_000_000_000, secretKeys = defaultKeys, now = () => new Date() } = options
  const closed = new AbortController()
  let [advancedMs, url] = [0, '']
  const simulation: Simulation = {
    now: () => new Date(now().getTime() + advancedMs),
    url: () => url,
    integrations: {
      test: createIntegration('test', secretKeys.test, balanceKobo),
      live: createIntegration('live', secretKeys.live, balanceKobo),
    },
    acceptsCards: options.acceptsCards ?? false,
    callbackUrl: options.callbackUrl ?? null,
    approvalUrl: options.approvalUrl ?? null,
    approvals: [],
    violations: [],
    requests: [],
    limits: options.hasLimits === false ? undefined : createLimits(),
    faults: createFaults(),
    events: createEvents({
      eventsUrl: options.eventsUrl,
      retryDelaysMs: options.retryDelaysMs ?? [200, 1_000, 5_000, 30_000],
      signatureHeader: 'x-paystack-signature',
      tamper: tamperEvent,
    }),
    accountNames: new Map(),
    bankSteps: new Map(),
  }
  const control = createControl(simulation, (ms) => {
    advancedMs += ms
  })
  const settler =
    options.settleAfterMs === undefined ? undefined : createSettler(control, options.settleAfterMs, closed.signal)
  const app = createSimulatorApp(simulation, (message) => ({ status: false, message }))
  for (const route of routes)
    serveOperation(app, {
      simulation,
      ...route,
      afterAnswer: (operationId, answer, params) =>
        void askApproval(simulation, operationId, answer).then(() =>
          settler?.settleAnswer(operationId, answer, params),
        ),
      closed: closed.signal,
    })
  serveHostedPage(app, simulation, (reference) => settler?.settleMandate(reference))
  serveUploads(app, simulation)
  serveControl(app, { control, actions, renderOverview: () => renderOverview(simulation) })
  url = await listen(app, options.port)
  return {
    url,
    secretKeys,
    control,
    async close() {
      closed.abort()
      simulation.events.close()
      await app.close()
    },
  }
}
