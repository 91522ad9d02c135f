import * as z from 'zod/mini'
import { createAuthorization } from './authorizations.ts'
import { findBank } from './banks.ts'
import { PaystackError } from './errors.ts'
import { type Authorization, createCode, findOrCreateCustomer, type Integration, type Mandate } from './integration.ts'
import type { Answer, Call, Scope } from './simulation.ts'

const Initialize = z.object({
  email: z.string(),
  callback_url: z.optional(z.string()),
  account: z.optional(z.object({ number: z.string(), bank_code: z.string() })),
})
const Deactivate = z.object({ authorization_code: z.string() })

/** `POST /customer/authorization/initialize`: the customer agrees to direct debits on the hosted page. */
export function initializeMandate(call: Call): Answer {
  const { email, callback_url, account } = Initialize.parse(call.body)
  const bank = account ? findBank(account.bank_code) : undefined
  if (account && !(bank && /^\d{10}$/.test(account.number)))
    throw new PaystackError(400, 'Account details are invalid', { code: 'invalid_params' })
  const accessCode = createCode('')
  const reference = createCode('') + accessCode
  call.integration.mandates.set(reference, {
    reference,
    accessCode,
    email,
    bank: bank?.name ?? 'Guaranty Trust Bank',
    last4: account?.number.slice(-4) ?? '1234',
    callbackUrl: callback_url ?? null,
    authorization: null,
  })
  const data = { redirect_url: `${call.simulation.url()}/checkout/${accessCode}`, access_code: accessCode, reference }
  return { message: 'Authorization initialized', data }
}

/** The customer agrees: the bank then activates the mandate within hours. The event names neither reference nor mode. */
export function agreeToMandate(scope: Scope, mandate: Mandate): void {
  if (mandate.authorization) return
  const { email, bank, last4 } = mandate
  const options = { bank, last4, brand: bank, isReusable: true, isActive: false }
  mandate.authorization = createAuthorization(email, 'direct_debit', options)
  scope.integration.authorizations.set(mandate.authorization.code, mandate.authorization)
  scope.emitEvent({
    event: 'direct_debit.authorization.created',
    status: true,
    message: 'Authorization retrieved successfully',
    data: toAuthorizationData(scope.integration, mandate.authorization),
  })
}

/** @throws {Error} if the customer has not agreed */
export function activateMandate(scope: Scope, reference: string): void {
  const authorization = scope.integration.mandates.get(reference)?.authorization
  if (!authorization) throw new Error(`The customer has not agreed to ${reference}`)
  authorization.isActive = true
  const { id: integration, domain } = scope.integration
  scope.emitEvent({
    event: 'direct_debit.authorization.active',
    data: { ...toAuthorizationData(scope.integration, authorization), integration, domain, reference },
  })
}

const toAuthorizationData = (integration: Integration, { code, email, isActive, last4, bank }: Authorization) => ({
  authorization_code: code,
  active: isActive,
  last4,
  channel: 'direct_debit',
  card_type: 'mandate',
  bank,
  exp_month: 1,
  exp_year: 2034,
  country_code: 'NG',
  brand: bank,
  reusable: true,
  signature: `SIG_${code.slice(5)}`,
  account_name: null,
  customer: {
    first_name: null,
    last_name: null,
    code: findOrCreateCustomer(integration, email).code,
    email,
    phone: '',
    metadata: null,
    risk_action: 'default',
  },
})

/** `GET /customer/authorization/verify/{reference}`: an error until the customer has agreed. */
export function verifyMandate({ integration, params }: Call): Answer {
  const authorization = integration.mandates.get(params.reference!)?.authorization
  if (!authorization)
    throw new PaystackError(404, 'Authorization does not exist or does not belong to integration', {
      type: 'api_error',
      code: 'unknown',
      nextStep: 'Try again later',
    })
  const { code, bank, isActive: active, email } = authorization
  const customer = { code: findOrCreateCustomer(integration, email).code, email }
  const data = { authorization_code: code, channel: 'direct_debit', bank, active, customer }
  return { message: 'Authorization retrieved successfully', data }
}

/** Ends an authorization of any channel: a card, or a mandate. */
export function deactivateAuthorization({ integration, body }: Call): Answer {
  const authorization = integration.authorizations.get(Deactivate.parse(body).authorization_code)
  if (!authorization) throw new PaystackError(404, 'Authorization code not found.')
  authorization.isActive = false
  return { message: 'Authorization has been deactivated' }
}
