import type { Mode } from '@adire/contract/call.ts'
import { stoppableStatuses } from '@adire/contract/direct-debit.ts'
import { confirmMandate, getMandatePage, simulateMandateTransfer, skipDebit } from '@adire/contract/mandate-page.ts'
import type { ConsentProps, ConsentRenderer } from '@adire/contract/mandate-page-props.ts'
import type { MandatePage } from '@adire/contract/mandate-page-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UnitOfWork } from '../../context.ts'
import { answerForm, builtPages, hostedUnitOfWork, type PostedForm, sendPage } from '../../http/hosted-page.ts'
import { chooseLanguage } from '../../http/language.ts'
import { Problem, problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import { requestOrigin } from '../../http/request-origin.ts'
import type { Runtime } from '../../runtime.ts'
import { queryAuthorization } from './authorization.ts'
import { confirmMandateHandler, getMandatePageHandler, requestMandateOtpHandler } from './consent.ts'
import { declineMandateHandler, stopMandateHandler } from './decline.ts'
import { mandateReturnPath } from './open-mandate.ts'
import { simulateMandateTransferHandler } from './simulate.ts'
import { skipDebitHandler } from './skip.ts'

interface PageRoute {
  Params: { accessCode: string }
  Querystring: { decline?: string; cancel?: string; skip?: string }
  Body: unknown
}
type Request = FastifyRequest<PageRoute>

/**
 * Routes of the customer's mandate page, `/mandate/{accessCode}`, rendered on the server for each request. Each step is a form,
 * answered with a 303 redirect to the next state. The script only copies text and polls; the page works without it (decision 12).
 */
export function consentPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  const built = builtPages<ConsentRenderer>('consent')

  const sendConsent = async (request: Request, reply: FastifyReply, more: Partial<ConsentProps> = {}) => {
    const [{ renderer, assets }, found] = await Promise.all([built(), findMandatePage(runtime, request)])
    const language = chooseLanguage(request, reply, runtime.config, found?.mode)
    if (!found) return sendPage(reply.code(404), renderer.renderNothing({ brand, language }, assets))
    const skipping = found.coming.find(({ id }) => id === request.query.skip) ?? null
    const confirming = skipping ? ('skip' as const) : findQuestion(request.query, found)
    const usual = { error: null, hasAccepted: false, given: {}, note: null }
    return sendPage(
      reply,
      renderer.renderConsent({ page: found, brand, language, confirming, skipping, ...usual, ...more }, assets),
    )
  }

  app.get<PageRoute>('/mandate/:accessCode', async (request, reply) => sendConsent(request, reply))
  app.get<PageRoute>(mandateReturnPath, async (request, reply) => {
    const found = await findMandatePage(runtime, request)
    if (!found) return sendConsent(request, reply)
    await queryAuthorization(hostedUnitOfWork(runtime, found.mode, request), found.accessCode)
    return reply.redirect(`/mandate/${found.accessCode}`, 303)
  })
  app.post<PageRoute>('/mandate/:accessCode', async (request, reply) => {
    const found = await findMandatePage(runtime, request)
    if (!found) return sendConsent(request, reply)
    return answerForm(
      request,
      async (form) => {
        const note = await applyForm(hostedUnitOfWork(runtime, found.mode, request), found, form)
        if (note) return sendConsent(request, reply, { note })
        return reply.redirect(`/mandate/${found.accessCode}`, 303)
      },
      ({ problem: { status }, error, form }) =>
        sendConsent(request, reply.code(status), {
          error,
          hasAccepted: form.accepted !== undefined,
          given: { phone: form.phone, address: form.address },
          confirming: null,
          skipping: null,
        }),
    )
  })
}

function findQuestion(query: PageRoute['Querystring'], { status }: MandatePage): ConsentProps['confirming'] {
  if (query.decline !== undefined && status === 'pending') return 'decline'
  return query.cancel !== undefined && stoppableStatuses.includes(status) ? 'cancel' : null
}

/**
 * Runs a submitted form. Returns the sandbox's message if the form simulates a transfer.
 * @throws 400 validation_error for an unknown form; otherwise those of the action
 */
async function applyForm(
  unitOfWork: UnitOfWork,
  { accessCode }: MandatePage,
  form: PostedForm,
): Promise<string | undefined> {
  if (form.step === 'otp') await requestMandateOtpHandler(unitOfWork, { accessCode })
  else if (form.step === 'confirm')
    await confirmMandateHandler(unitOfWork, validateInput(confirmMandate, agreement(accessCode, form)))
  else if (form.step === 'decline') await declineMandateHandler(unitOfWork, { accessCode })
  else if (form.step === 'cancel') await stopMandateHandler(unitOfWork, { accessCode })
  else if (form.step === 'skip')
    await skipDebitHandler(unitOfWork, validateInput(skipDebit, { accessCode, id: form.debit }))
  else if (form.step === 'simulate')
    return (
      await simulateMandateTransferHandler(
        unitOfWork,
        validateInput(simulateMandateTransfer, { accessCode, outcome: form.outcome }),
      )
    ).note
  else throw problem.invalid([{ field: 'step', message: 'This page has no such form' }])
}

const agreement = (accessCode: string, { otp, textVersion, accepted, phone, address }: PostedForm) => ({
  accessCode,
  otp: otp ?? '',
  textVersion: textVersion ?? '',
  accepted: accepted === 'yes',
  ...(phone !== undefined && { phone }),
  ...(address !== undefined && { address }),
})

const modes: readonly Mode[] = ['TEST', 'LIVE']

/** The mandate page of the URL, in either mode. */
async function findMandatePage(
  { database, config, vault, clock }: Runtime,
  request: Request,
): Promise<MandatePage | undefined> {
  const now = clock()
  const origin = requestOrigin(request)
  for (const mode of modes)
    try {
      const input = validateInput(getMandatePage, { accessCode: request.params.accessCode })
      return await database.read((tx) =>
        getMandatePageHandler({ tx, mode, now, realNow: now, config, vault, origin }, input),
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  return undefined
}
