import { type HostedChannel, hostedChannels } from '@adire/contract/channels/channels.ts'
import { answerBank, simulateOutcome, startPayment } from '@adire/contract/checkout.ts'
import type { CheckoutPage, CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { parseNaira } from '@adire/contract/money.ts'
import { birthdayFrom } from '@adire/contract/typed.ts'
import type { UnitOfWork } from '../../context.ts'
import type { PostedForm } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { openCardPageHandler } from './card-page.ts'
import { toFieldValues } from './custom-fields.ts'
import { type PayInput, payBy } from './pay.ts'
import { simulateChannel } from './simulate-channel.ts'
import { startPaymentHandler } from './start.ts'
import { submitChallenge } from './submit-challenge.ts'

/** The page that a form was submitted from, and the payment named in its URL, if it belongs to that page. */
export interface SubmittedForm {
  page: CheckoutPage
  payment: PaymentRecord | undefined
}

/**
 * Runs a form of the checkout page: the same actions as the page's script. Input is validated by the contract's endpoints.
 * @throws 400 validation_error for an unknown form; otherwise those of the action
 */
export function submitForm(unitOfWork: UnitOfWork, sent: SubmittedForm, form: PostedForm): Promise<CheckoutState> {
  const channel = hostedChannels.find((hosted) => hosted === form.step)
  if (channel) return payByForm(unitOfWork, channel, sent, form)
  const take = Object.hasOwn(forms, form.step ?? '') ? forms[form.step!] : undefined
  if (!take) throw problem.invalid([{ field: 'step', message: 'This page has no such form' }])
  return take(unitOfWork, sent, form)
}

const forms: Record<string, (unitOfWork: UnitOfWork, sent: SubmittedForm, form: PostedForm) => Promise<CheckoutState>> =
  {
    start: (unitOfWork, { page }, form) => {
      const { email = '', amount, checkoutId, phone, quantity, termsVersion } = form
      return startPagePayment(unitOfWork, page, {
        email,
        checkoutId,
        ...(page.amountKobo === null && { amountKobo: koboFrom(amount) }),
        ...(page.quantity && quantity && { quantity: Number(quantity) }),
        ...(page.collectPhone && phone && { phone }),
        ...(page.plan && termsVersion && { termsVersion }),
        fields: typedFields(page, form),
      })
    },
    // The script asks for it when it learns that the page was changed after it was opened.
    changed: async () => {
      throw problem.conflict('page_changed', 'This page has changed since you opened it.')
    },
    again: async (unitOfWork, { page, payment }, { way }) => {
      if (!payment) throw problem.notFound('payment')
      const { customerEmail: email, checkoutId, priceKobo, quantity, customerPhone: phone } = payment
      const started = await startPagePayment(unitOfWork, page, {
        email,
        checkoutId: checkoutId ?? crypto.randomUUID(),
        ...(page.amountKobo === null && { amountKobo: priceKobo }),
        ...(page.quantity && { quantity }),
        ...(page.collectPhone && phone && { phone }),
        fields: customFieldsFrom(page, toFieldValues(payment.metadata)),
      })
      const channel = hostedChannels.find((hosted) => hosted === way)
      return channel && serverChannels[channel].payer.opensAtOnce ? payBy(channel)(unitOfWork, started) : started
    },
    card_page: (unitOfWork, sent) => openCardPageHandler(unitOfWork, requireAccessCode(sent)),
    answer: (unitOfWork, sent, { question, answer, triesLeft }) =>
      submitChallenge(
        unitOfWork,
        validateInput(answerBank, {
          ...requireAccessCode(sent),
          question,
          answer: question === 'birthday' ? (birthdayFrom(answer ?? '') ?? '') : answer,
          ...(triesLeft && { triesLeft: Number(triesLeft) }),
        }),
      ),
    simulate: async (unitOfWork, sent, { outcome }) =>
      (await simulateChannel(unitOfWork, validateInput(simulateOutcome, { ...requireAccessCode(sent), outcome })))
        .state,
  }

/** The form of a channel, named after it. */
async function payByForm(unitOfWork: UnitOfWork, channel: HostedChannel, sent: SubmittedForm, form: PostedForm) {
  const { endpoint, fromForm } = serverChannels[channel].payer
  const input = validateInput(endpoint, { ...requireAccessCode(sent), ...fromForm(form) })
  return payBy(channel)(unitOfWork, input as PayInput)
}

const startPagePayment = (unitOfWork: UnitOfWork, page: CheckoutPage, choice: Record<string, unknown>) =>
  unitOfWork.write((context) =>
    startPaymentHandler(
      context,
      validateInput(startPayment, { slug: page.slug, ...(page.coupon && { couponId: page.coupon.id }), ...choice }),
    ),
  )

/** Values of the page's custom fields in a form. */
export const typedFields = (page: CheckoutPage, form: PostedForm) => customFieldsFrom(page, form, 'fields.')

const customFieldsFrom = ({ fields }: CheckoutPage, given: PostedForm, prefix = '') =>
  Object.fromEntries(fields.map(({ key }) => [key, given[prefix + key] ?? '']))

const koboFrom = (amount: string | undefined) => (amount ? parseNaira(amount) : undefined)

function requireAccessCode({ payment }: SubmittedForm) {
  if (!payment) throw problem.notFound('payment')
  return { accessCode: payment.accessCode }
}
