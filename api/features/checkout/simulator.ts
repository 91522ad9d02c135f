import { simulateTransfer } from '@adire/contract/checkout.ts'
import { formatNaira, formatNairaNumber, parseNaira } from '@adire/contract/money.ts'
import { Outcome } from '@adire/contract/simulated-payment-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UnitOfWork } from '../../context.ts'
import { type Html, html } from '../../emails/html.ts'
import { hostedUnitOfWork, type PostedForm, parseForm, requireSameSite } from '../../http/hosted-page.ts'
import { Problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import { unitOfWorkOnBusinessClock } from '../../jobs/business-clock.ts'
import type { Runtime } from '../../runtime.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { sandboxPage, sendPage } from './sandbox-frame.ts'
import { simulateChannel } from './simulate-channel.ts'
import { findPayment } from './state.ts'
import { payerPage } from './three-d-secure.ts'
import { simulateTransferHandler } from './transfer.ts'

interface CodeRoute {
  Params: { accessCode: string }
  Body: unknown
}

/**
 * Routes of the simulated payer device for test payments: a bank app (transfer of any amount, QR scan) or a phone (USSD). Only finds
 * test mode payments.
 */
export function simulatorPages(app: FastifyInstance, runtime: Runtime): void {
  const find = (request: FastifyRequest<CodeRoute>) =>
    runtime.database.read(async (tx) => {
      const payment = await findPayment(tx, 'TEST', request.params.accessCode)
      return payment && { payment, back: await payerPage(tx, payment) }
    })

  app.get<CodeRoute>('/sandbox/payments/:accessCode', async (request, reply) => {
    const found = await find(request)
    return sendPage(reply.code(found ? 200 : 404), found ? page(found.payment, found.back, '') : nothing)
  })

  app.post<CodeRoute>('/sandbox/payments/:accessCode', async (request, reply) => {
    requireSameSite(request)
    const found = await find(request)
    if (!found) return sendPage(reply.code(404), nothing)
    const unitOfWork = unitOfWorkOnBusinessClock(hostedUnitOfWork(runtime, 'TEST', request), found.payment.merchantId)
    let message = ''
    try {
      message = await runSimulation(unitOfWork, found.payment, parseForm(request.body))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      message = error.message
    }
    const now = (await find(request))!
    return sendPage(reply, page(now.payment, now.back, message))
  })
}

/** Simulates a transfer of the submitted amount, or the named outcome. */
async function runSimulation(
  unitOfWork: UnitOfWork,
  { accessCode, channelDetails }: PaymentRecord,
  form: PostedForm,
): Promise<string> {
  if (form.amount === undefined) {
    const outcome = Outcome.safeParse(form.outcome).data
    return outcome ? (await simulateChannel(unitOfWork, { accessCode, outcome })).note : 'Nothing was chosen.'
  }
  const sent = { accountNumber: channelDetails.bank_transfer?.accountNumber ?? '', amountKobo: parseNaira(form.amount) }
  const { outcome } = await simulateTransferHandler(unitOfWork, validateInput(simulateTransfer, sent))
  return outcome === 'accepted' ? 'The transfer was taken.' : 'The transfer was sent back.'
}

const nothing = sandboxPage('Nothing to pay here', html`<p>There is no such test payment.</p>`)

function page(payment: PaymentRecord, back: string, message: string): Html {
  const { channel, status, amountKobo } = payment
  const device = channel ? serverChannels[channel].device : undefined
  const row = device?.row(payment)
  const rows: [string, string | null][] = [
    ['Amount', formatNaira(amountKobo)],
    ...(row ? [row] : []),
    ['Status', status],
  ]
  const forms =
    device?.action === 'transfer' ? transferForm(amountKobo) : device && status === 'pending' ? codeForm : html``
  return sandboxPage(
    device?.title ?? 'Nothing to do here',
    html`${message ? html`<p role="status"><strong>${message}</strong></p>` : html``}
<dl>${rows.filter(([, value]) => value !== null).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value ?? ''}</dd></div>`)}</dl>
${forms}<p><a href="${back}">Back to the page of the payer</a></p>`,
  )
}

const transferForm = (amountKobo: number) => html`<form method="post"><label>Amount in naira
<input name="amount" inputmode="decimal" value="${formatNairaNumber(amountKobo)}"></label>
<button value="approve" name="send">Send</button></form>`

const codeForm = html`<form method="post"><button name="outcome" value="approve">Confirm</button>
<button name="outcome" value="decline">Decline</button></form>`
