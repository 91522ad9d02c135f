import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { escapeText, renderDecision, renderPage } from '../processor/page-html.ts'
import { act } from './act.ts'
import { findBank, findHolder } from './banks.ts'
import { MonnifyError } from './errors.ts'
import { createSerial, type Mandate, type MandateStatus, type MerchantAccount } from './merchant-account.ts'
import { defineOperation, Naira, type Scope, type Simulation, toNaira } from './simulation.ts'

/** `YYYY-MM-DDTHH:MM:SS` */
const ZonelessTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/))
const Required = z.string().check(z.minLength(1))

export const createMandate = defineOperation(
  { id: 'createMandate', method: 'POST', path: '/api/v1/direct-debit/mandate/create' },
  z.strictObject({
    contractCode: z.string(),
    mandateReference: Required.check(z.maxLength(64)),
    customerName: Required,
    customerPhoneNumber: z.string().check(z.regex(/^\+?\d{10,14}$/)),
    customerEmailAddress: z.email(),
    customerAddress: Required,
    customerAccountNumber: z.string().check(z.regex(/^\d{10}$/)),
    customerAccountBankCode: z.string(),
    mandateDescription: Required,
    mandateStartDate: ZonelessTime,
    mandateEndDate: ZonelessTime,
    autoRenew: z.optional(z.boolean()),
    customerCancellation: z.optional(z.boolean()),
    redirectUrl: z.optional(z.url()),
    mandateAmount: z.optional(Naira),
    debitAmount: z.optional(z.nullable(Naira)),
  }),
  ({ simulation }, input) => {
    const { merchant } = simulation
    const { customerAccountBankCode: bankCode, customerAccountNumber: accountNumber } = input
    if (input.contractCode !== merchant.contractCode)
      throw new MonnifyError(422, 'Contract not found', { isViolation: true })
    if (input.mandateEndDate <= input.mandateStartDate)
      throw new MonnifyError(422, 'End date must be after start date', { isViolation: true })
    if (merchant.mandates.has(input.mandateReference)) throw new MonnifyError(422, 'Duplicate mandate reference')
    if (!findBank(bankCode) || findHolder(simulation, bankCode, accountNumber) === null)
      throw new MonnifyError(404, 'Account details not found')
    const mandate: Mandate = {
      code: `MTDD|${createSerial(26)}`,
      reference: input.mandateReference,
      status: 'PENDING',
      authorizationAccount: `9${createSerial(9)}`,
      customer: {
        name: input.customerName,
        phone: input.customerPhoneNumber,
        email: input.customerEmailAddress,
        address: input.customerAddress,
        accountNumber,
        bankCode,
      },
      description: input.mandateDescription,
      startDate: input.mandateStartDate,
      endDate: input.mandateEndDate,
      isRenewed: input.autoRenew ?? false,
      limitKobo: input.mandateAmount ?? null,
      redirectUrl: input.redirectUrl ?? null,
    }
    merchant.mandates.set(mandate.reference, mandate)
    return {
      responseMessage: 'Your request for creating a mandate is submitted.',
      mandateReference: mandate.reference,
      mandateCode: mandate.code,
      mandateStatus: mandate.status,
    }
  },
)

/** A mandate waits for its authorisation from the second query on. */
export const getMandates = defineOperation(
  { id: 'getMandates', method: 'GET', path: '/api/v1/direct-debit/mandate/' },
  z.strictObject({ mandateReferences: Required }),
  ({ simulation }, { mandateReferences }) => {
    const mandate = simulation.merchant.mandates.get(mandateReferences)
    if (!mandate) return []
    if (mandate.status === 'PENDING') mandate.status = 'PENDING_AUTHORIZATION'
    return [toMandateData(simulation, mandate)]
  },
)

export const cancelMandate = defineOperation(
  { id: 'cancelMandate', method: 'PATCH', path: '/api/v1/direct-debit/mandate/cancel-mandate/:mandateCode' },
  z.strictObject({ mandateCode: Required }),
  (scope, { mandateCode }) => {
    const mandate = findMandateByCode(scope.simulation.merchant, mandateCode)
    if (!mandate) throw new MonnifyError(404, 'Mandate not found')
    const { status: mandateStatus, reference: mandateReference } = mandate
    if (mandateStatus === 'CANCELLED') throw new MonnifyError(422, 'Mandate is already cancelled')
    setMandateStatus(scope, mandateReference, 'CANCELLED')
    const responseMessage = 'Mandate has been requested to be cancelled.'
    return { responseMessage, mandateReference, mandateCode, mandateStatus }
  },
)

export const findMandateByCode = ({ mandates }: MerchantAccount, code: string): Mandate | undefined =>
  [...mandates.values()].find((one) => one.code === code)

/**
 * Moves a mandate to another status and sends the event.
 * @throws {Error} if there is no such mandate
 */
export function setMandateStatus({ simulation, emitEvent }: Scope, reference: string, status: MandateStatus): void {
  const mandate = simulation.merchant.mandates.get(reference)
  if (!mandate) throw new Error(`There is no mandate ${reference}`)
  mandate.status = status
  const {
    mandateReference,
    authorizationLink: _,
    authorizationMessage: __,
    ...data
  } = toMandateData(simulation, mandate)
  emitEvent({ eventType: 'MANDATE_UPDATE', eventData: { ...data, externalMandateReference: mandateReference } })
}

function toMandateData({ url, merchant }: Simulation, mandate: Mandate) {
  const { code, customer, authorizationAccount } = mandate
  const page = new URL(`/mandate-auth/${encodeURIComponent(code)}`, url())
  page.search = String(
    new URLSearchParams({ accountNumber: authorizationAccount, bankName: 'Fidelity Bank', amount: '50.00' }),
  )
  return {
    mandateCode: code,
    mandateReference: mandate.reference,
    startDate: `${mandate.startDate}.000+0100`,
    endDate: `${mandate.endDate}.000+0100`,
    mandateStatus: mandate.status,
    mandateAmount: mandate.limitKobo === null ? null : toNaira(mandate.limitKobo),
    contractCode: merchant.contractCode,
    autoRenew: mandate.isRenewed,
    customerPhoneNumber: customer.phone,
    customerEmailAddress: customer.email,
    customerAddress: customer.address,
    customerName: customer.name,
    customerAccountName: customer.name,
    customerAccountNumber: customer.accountNumber,
    customerAccountBankCode: customer.bankCode,
    mandateDescription: mandate.description,
    debitAmount: null,
    authorizationMessage: `Kindly proceed with a token payment of N50.00 into account number ${authorizationAccount} with Fidelity Bank.`,
    authorizationLink: page.href,
  }
}

/** Serves the page that says where to transfer ₦50 to. Its button makes the transfer. */
export function serveAuthorizationPage(
  app: FastifyInstance,
  simulation: Simulation,
  afterTransfer: (reference: string) => void,
): void {
  type Page = { Params: { code: string } }
  app.get<Page>('/mandate-auth/:code', ({ params }, reply) => {
    const mandate = findMandateByCode(simulation.merchant, params.code)
    const content = mandate
      ? `<h1>Authorise the mandate</h1><p>Send NGN 50.00 from ${escapeText(mandate.customer.accountNumber)} to
          ${mandate.authorizationAccount}, Fidelity Bank.</p>
          <form method="post">${renderDecision('success', 'Send NGN 50.00', ' class="main"')}</form>`
      : '<h1>No such mandate</h1>'
    return reply.type('text/html; charset=utf-8').send(renderPage('Monnify', content))
  })
  app.post<Page>('/mandate-auth/:code', async ({ params }, reply) => {
    const mandate = findMandateByCode(simulation.merchant, params.code)
    if (mandate?.status === 'PENDING_AUTHORIZATION') {
      await act(simulation, (scope) => setMandateStatus(scope, mandate.reference, 'PENDING_ACTIVATION'))
      afterTransfer(mandate.reference)
    }
    return reply.redirect(mandate?.redirectUrl ?? `/mandate-auth/${encodeURIComponent(params.code)}`, 303)
  })
}
