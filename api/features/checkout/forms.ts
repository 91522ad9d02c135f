import {
  answerBank,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { CheckoutPage, CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { parseNaira } from '@adire/contract/money.ts'
import { plainPhone } from '@adire/contract/phone.ts'
import { birthdayFrom, expiryFrom } from '@adire/contract/typed.ts'
import type { UnitOfWork } from '../../context.ts'
import type { PostedForm } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import { validateInput } from '../../http/serve.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { debitAccount } from './account.ts'
import { chargeCard, submitChallenge } from './charge.ts'
import { toFieldValues } from './custom-fields.ts'
import { openQr, openUssd } from './offline.ts'
import { simulateChannel } from './simulate-channel.ts'
import { startPaymentHandler } from './start.ts'
import { openAccount } from './transfer.ts'

/** The page that a form was submitted from, and the payment named in its URL, if it belongs to that page. */
export interface SubmittedForm {
  page: CheckoutPage
  payment: PaymentRecord | undefined
}

/**
 * Runs a form of the checkout page: the same actions as the page's script. Input is validated by the contract's endpoints.
 * @throws 400 validation_error for an unknown form; otherwise those of the action
 */
export function takeForm(unitOfWork: UnitOfWork, sent: SubmittedForm, form: PostedForm): Promise<CheckoutState> {
  const take = Object.hasOwn(forms, form.step ?? '') ? forms[form.step!] : undefined
  if (!take) throw problem.invalid([{ field: 'step', message: 'This page has no such form' }])
  return take(unitOfWork, sent, form)
}

const forms: Record<string, (unitOfWork: UnitOfWork, sent: SubmittedForm, form: PostedForm) => Promise<CheckoutState>> =
  {
    start: (unitOfWork, { page }, form) => {
      const { email = '', amount, checkoutId, phone } = form
      return begin(unitOfWork, page, {
        email,
        checkoutId,
        ...(page.amountKobo === null && { amountKobo: koboFrom(amount) }),
        ...(page.collectPhone && phone && { phone: plainPhone(phone) }),
        fields: typedFields(page, form),
      })
    },
    again: async (unitOfWork, { page, payment }, { way }) => {
      if (!payment) throw problem.notFound('payment')
      const { customerEmail: email, checkoutId, priceKobo, customerPhone: phone } = payment
      const begun = await begin(unitOfWork, page, {
        email,
        checkoutId: checkoutId ?? crypto.randomUUID(),
        ...(page.amountKobo === null && { amountKobo: priceKobo }),
        ...(page.collectPhone && phone && { phone }),
        fields: customFieldsFrom(page, toFieldValues(payment.metadata)),
      })
      if (way === 'bank_transfer') return openAccount(unitOfWork, begun)
      return way === 'qr' ? openQr(unitOfWork, begun) : begun
    },
    card: (unitOfWork, sent, { number = '', expiry = '', cvv = '' }) => {
      const month = expiryFrom(expiry)
      if (!month) throw problem.field('expiryMonth', 'Use a month and a year, like 08 / 29')
      return chargeCard(unitOfWork, validateInput(payByCard, { ...requireAccessCode(sent), number, cvv, ...month }))
    },
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
    ussd: (unitOfWork, sent, { bankCode }) =>
      openUssd(unitOfWork, validateInput(payByUssd, { ...requireAccessCode(sent), bankCode })),
    qr: (unitOfWork, sent) => openQr(unitOfWork, validateInput(payByQr, requireAccessCode(sent))),
    account: (unitOfWork, sent, { bankCode, accountNumber }) =>
      debitAccount(unitOfWork, validateInput(payByAccount, { ...requireAccessCode(sent), bankCode, accountNumber })),
    play: async (unitOfWork, sent, { outcome }) =>
      (await simulateChannel(unitOfWork, validateInput(simulateOutcome, { ...requireAccessCode(sent), outcome })))
        .state,
    transfer: (unitOfWork, sent) => openAccount(unitOfWork, validateInput(payByTransfer, requireAccessCode(sent))),
  }

const begin = (unitOfWork: UnitOfWork, page: CheckoutPage, choice: Record<string, unknown>) =>
  unitOfWork.write((context) =>
    startPaymentHandler(context, validateInput(startPayment, { slug: page.slug, ...choice })),
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
